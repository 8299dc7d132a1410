-- The first variable in a string: $(NAME), ${NAME}, with or without an operator such as :rfc1034identifier. One at the end may lack
-- its closing bracket.
local function variable(text)
  return text:match("%$%([%a_][%w_.:=-]*%)") or text:match("%${[%a_][%w_.:=-]*}") or text:match("%$[({][%u_][%u%d_]+$")
end

-- The environment of a process may contain variables of a shell.
local function is_environment(name) return name == "LSEnvironment" or name == "EnvironmentVariables" end

local function is_in_environment(place)
  if is_environment(place.key) then return true end
  for name in plist.path(place.node):gmatch("[^/]+") do
    if is_environment(name) then return true end
  end
  return false
end

rule "unresolved-variables" {
  summary   = "Values must not contain unresolved build variables",
  severity  = "error",
  rationale = "Users then see a name such as $(PRODUCT_NAME), and the store rejects it as an identifier.",
  source    = { "Xcode build settings reference", "ITMS-90049" },
  tags      = { "S3" },
  check     = function(bundle, report)
    local seen, first = 0, nil
    for _, place in ipairs(plist.search(bundle.info, "$")) do
      local key = place.key
      local found = type(place.value) == "string" and variable(place.value) or type(key) == "string" and variable(key)
      if found and not is_in_environment(place) and bundle.kind == "plist" then
        seen, first = seen + 1, first or { place = place, variable = found }
      elseif found and not is_in_environment(place) then
        report:at(place.node, key, "the variable %s was not replaced", found, {
          expected = "the value that the build puts in its place",
          -- The region of a framework rarely has an effect.
          severity = bundle.kind == "framework" and key == "CFBundleDevelopmentRegion" and "warning" or nil,
          fix = "define the build setting, or have the build process Info.plist",
        })
      end
    end
    -- A bare property list may be the source that a build starts from: one note is enough.
    if first then
      report:at(first.place.node, first.place.key, seen == 1 and "the variable %s was not replaced"
        or "the variable %s and %d more values with variables were not replaced",
        first.variable, seen - 1, {
          expected = "the values that the build puts in their place", severity = "note", discriminator = "",
          fix = "check the Info.plist that the build made, if this is its source",
        })
    end
  end,
  examples  = {
    pass = {
      { info = {
        ["com.example.Price"] = "$5 (five) ${}", ["com.example.Sum"] = "${A B", ["com.example.Word"] = "$(word",
        ["com.example.Text"] = "$(WORD and more", LSEnvironment = { PATH = "${HOME}/bin" },
      } },
      { info = { LSEnvironment = "${HOME}" } },
      { kind = "extension", info = { XPCService = { EnvironmentVariables = { PATH = "${HOME}/bin" } } } },
      { info = { ["com.example.List"] = { "a", { b = "$HOME" } } } },
    },
    fail = {
      { info = { CFBundleName = "$(PRODUCT_NAME)" }, at = "/CFBundleName" },
      { info = { CFBundleName = "$(NAME)", CFBundleDisplayName = "$(NAME)" }, at = { "/CFBundleName", "/CFBundleDisplayName" } },
      { info = { CFBundleName = "${PRODUCT_NAME" }, at = "/CFBundleName" },
      { info = { CFBundleName = "My $(NAME" }, at = "/CFBundleName" },
      { info = { CFBundleIdentifier = "com.example.${PRODUCT_NAME:rfc1034identifier}" }, at = "/CFBundleIdentifier" },
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "x", "$(SCHEME)" } } } }, at = "/CFBundleURLTypes/0/CFBundleURLSchemes/1" },
      { info = { ["$(PREFIX)Key"] = "x" }, at = "/$(PREFIX)Key" },
      {
        kind = "plist", info = { CFBundleExecutable = "${EXECUTABLE_NAME}" }, at = "/CFBundleExecutable",
        message = "the variable ${EXECUTABLE_NAME} was not replaced",
      },
      {
        kind = "plist",
        info = { CFBundleExecutable = "${EXECUTABLE_NAME}", CFBundleName = "$(PRODUCT_NAME)", CFBundleIdentifier = "com.example.$(NAME)" },
        at = "/CFBundleExecutable", message = "and 2 more values",
      },
      {
        kind = "framework", platform = "ios", info = { CFBundleDevelopmentRegion = "$(DEVELOPMENT_LANGUAGE)" },
        at = "/CFBundleDevelopmentRegion",
      },
    },
  },
}
