local inner_path = import "apple.layout.inner_path"

local code = { application = true, extension = true, framework = true, plugin = true }

rule "no-code-in-resources" {
  summary   = "Code for the Mac must be in the folders for code, not in Contents/Resources",
  severity  = "warning",
  rationale = "Code signing seals what is in Resources as data: code there is not verified as code when it is loaded, and signing and "
    .. "notarizing it takes extra steps.",
  source    = "Technical Note TN2206: Nested Code",
  tags      = { "S8" },
  applies   = { kind = "application", platform = { "macos", "catalyst" } },
  check = function(bundle, report)
    local places = {}
    for _, nested in ipairs(bundle.bundles) do
      local path = inner_path(nested, bundle)
      if path:find("Contents/Resources/") and code[nested.kind] and nested.executable then
        table.insert(places, path .. "/")
        report:file(path, "%s is code among the resources", nested.name, {
          expected = "code in Contents/Frameworks, Contents/PlugIns or Contents/Helpers", fix = "move it there",
        })
      end
    end
    local function is_in_place(path)
      for _, place in ipairs(places) do
        if path:find(place, 1, true) then return true end
      end
      return false
    end
    -- One finding, however many there are.
    for _, path in ipairs(bundles.walk(bundle, "Contents/Resources/**/*.dylib")) do
      if not is_in_place(path) then
        report:file(path, "%s is a library among the resources", path:match("[^/]*$"), {
          expected = "libraries in Contents/Frameworks",
          fix = "move all libraries there, and correct the paths in the code that links against them",
        })
        return
      end
    end
  end,
  examples = {
    pass = {
      {},
      { bundles = { ["Contents/Resources/Art.bundle"] = { without = "CFBundleExecutable", files = { ["Contents/MacOS/Art"] = false } } } },
      { files = { ["Contents/Frameworks/liba.dylib"] = "x", ["Contents/Resources/liba.dylib.txt"] = "x" } },
      { bundles = {
        ["Contents/Helpers/Tool.app"] = {}, ["Contents/PlugIns/Share.appex"] = { files = { ["Contents/Resources/liba.dylib"] = "x" } },
        -- Reported by flat-on-ios.
        ["Contents/Helpers/Phone.app"] = { platform = "ios", files = {
          ["Info.plist"] = false, ["Contents/Resources/liba.dylib"] = "x",
          ["Contents/Info.plist"] = "{ CFBundlePackageType = APPL; CFBundleSupportedPlatforms = (iPhoneOS); }",
        } },
        ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Resources/liba.dylib"] = "x" } },
      } },
    },
    fail = {
      {
        bundles = { ["Contents/Resources/My-Tool.app"] = { files = { ["Contents/Frameworks/liba.dylib"] = "x" } } },
        at = "Contents/Resources/My-Tool.app",
      },
      { bundles = { ["Contents/Resources/Plug.bundle"] = {} }, at = "Contents/Resources/Plug.bundle" },
      { platform = "catalyst", files = { ["Contents/Resources/liba.dylib"] = "x" }, at = "Contents/Resources/liba.dylib" },
      {
        files = { ["Contents/Resources/lib/liba.dylib"] = "x", ["Contents/Resources/lib/libb.dylib"] = "x" },
        at = "Contents/Resources/lib/liba.dylib",
      },
      {
        kind = "archive", bundles = { ["Products/Applications/App.app"] = { bundles = { ["Contents/Resources/Plug.bundle"] = {} } } },
        at = "Products/Applications/App.app/Contents/Resources/Plug.bundle",
      },
    },
  },
}
