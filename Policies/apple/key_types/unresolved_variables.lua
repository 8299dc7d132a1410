-- The first variable in a text: $(NAME), ${NAME}, with or without an operator such as :rfc1034identifier. One at the end may lack
-- its closing bracket.
local function variable(text)
  return text:match("%$%([%a_][%w_.:=-]*%)") or text:match("%${[%a_][%w_.:=-]*}") or text:match("%$[({][%u_][%u%d_]+$")
end

local function walk(node, report, bundle)
  local is_dictionary = plist.type(node) == "dictionary"
  for key, value in (is_dictionary and pairs or ipairs)(node) do
    -- The environment of a process may contain variables of a shell.
    if key ~= "LSEnvironment" and key ~= "EnvironmentVariables" then
      local kind = plist.type(value)
      local found = kind == "string" and variable(value) or is_dictionary and variable(key)
      if found then
        report:at(node, key, "the variable %s was not replaced", found, {
          expected = "the value that the build puts in its place",
          -- A bare property list may be the source that a build starts from. The region of a framework rarely has an effect.
          severity = bundle.kind == "plist" and "note" or bundle.kind == "framework" and key == "CFBundleDevelopmentRegion" and "warning" or nil,
          fix = "define the build setting, or have the build process Info.plist",
        })
      end
      if kind == "dictionary" or kind == "array" then walk(value, report, bundle) end
    end
  end
end

rule "unresolved-variables" {
  summary   = "Values must not contain unresolved build variables",
  severity  = "error",
  rationale = "Users then see a name such as $(PRODUCT_NAME), and the store rejects it as an identifier.",
  source    = { "Xcode build settings reference", "ITMS-90049" },
  tags      = { "S3" },
  check     = function(bundle, report) walk(bundle.info, report, bundle) end,
  examples  = {
    pass = {
      { info = { ["com.example.Price"] = "$5 (five) ${}", ["com.example.Sum"] = "${A B", ["com.example.Word"] = "$(word", LSEnvironment = { PATH = "${HOME}/bin" } } },
      { kind = "extension", info = { XPCService = { EnvironmentVariables = { PATH = "${HOME}/bin" } } } },
      { info = { ["com.example.List"] = { "a", { b = "$HOME" } } } },
    },
    fail = {
      { info = { CFBundleName = "$(PRODUCT_NAME)" } }, { info = { CFBundleName = "${PRODUCT_NAME" } }, { info = { CFBundleName = "My $(NAME" } }, { info = { CFBundleIdentifier = "com.example.${PRODUCT_NAME:rfc1034identifier}" } },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "x", "$(SCHEME)" } } } } }, { info = { ["$(PREFIX)Key"] = "x" } },
      { kind = "plist", info = { CFBundleExecutable = "${EXECUTABLE_NAME}" } },
      { kind = "framework", platform = "ios", info = { CFBundleDevelopmentRegion = "$(DEVELOPMENT_LANGUAGE)" } },
    },
  },
}
