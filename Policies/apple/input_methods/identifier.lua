local elsewhere = import "apple.elsewhere"
local values = import "apple.values"

-- For the examples.
local function method(identifier, at)
  return { info = { CFBundleIdentifier = identifier, InputMethodConnectionName = "Example_Connection" }, at = at }
end

rule "input-method-identifier" {
  summary   = "The identifier of an input method must have 'inputmethod' as one of its parts",
  severity  = "error",
  rationale = "macOS takes an app in Input Methods for an input method only if its identifier has this part; otherwise it never appears "
    .. "among the input sources.",
  source    = "InputMethodKit: IMKServer, and the header IMKInputController.h",
  applies   = {
    kind = "application", platform = "macos",
    key = { "InputMethodConnectionName", "InputMethodServerControllerClass", "ComponentInputModeDict" },
  },
  check     = function(bundle, report)
    local identifier = values.text(bundle.info.CFBundleIdentifier)
    if identifier and not values.has_part(identifier, "inputmethod") then
      report:at(bundle.info, "CFBundleIdentifier", "'%s' has no part 'inputmethod': the input method never appears among the input sources",
        identifier, {
        expected = identifier:gsub("%.([^.]*)$", ".inputmethod.%1"), fix = "insert 'inputmethod' before the last part",
      })
    end
  end,
  examples  = {
    pass = {
      elsewhere(method "com.example.Kit", { platform = "catalyst" }),
      {}, method "com.example.inputmethod.Kit", method "com.example.InputMethod.Kit", method "com.example.inputmethod", method "$(ID)",
      method "inputmethod.Kit",
      { without = "CFBundleIdentifier", info = { InputMethodConnectionName = "x" } },
      { bundles = { ["Contents/PlugIns/A.bundle"] = { info = { InputMethodConnectionName = "x" } } } },
    },
    fail = {
      method("com.example.Kit", "/CFBundleIdentifier"), method("com.example.inputmethods.Kit", "/CFBundleIdentifier"),
      method("com.example.myinputmethod.Kit", "/CFBundleIdentifier"),
      { info = { InputMethodServerControllerClass = "x" }, at = "/CFBundleIdentifier" },
      { info = { ComponentInputModeDict = { tsInputModeListKey = { a = {} } } }, at = "/CFBundleIdentifier" },
    },
  },
}
