local values = import "apple.values"

-- Characters that the store does not accept in the name of an executable.
local special = "[%[%]{}()+*%\\]"

-- For the examples: a function that returns the path of a file of an app.
local folders = { ios = "", macos = "Contents/Resources/" }
local function places(platforms)
  return function(name) return folders[platforms[1]] .. name end
end

-- Declares the rules for bundles of these platforms.
return function(platforms)
  local at = places(platforms)

  rule "file-names" {
    summary   = "Names of files must not contain control characters, and names of bundles no colons",
    severity  = "error",
    rationale = "The store's tools cannot process such names. A colon separates folders on the Mac.",
    source    = { "ITMS-90267", "ITMS-90328" },
    tags      = { "ITMS-90267", "ITMS-90328" },
    applies   = { kind = "application", platform = platforms, nested = false },
    check     = function(bundle, report)
      if bundle.name:find(":") then
        report("the name '%s' contains a colon", bundle.name, { expected = "a name without colons", fix = "change PRODUCT_NAME" })
      end
      for _, path in ipairs(bundles.walk(bundle, "**/*[\1-\31\127]*")) do
        report:file(path, "the name contains a control character", {
          expected = "printable characters", fix = "rename it; an Icon file with a carriage return in its name belongs to the Finder",
        })
      end
      for _, file in ipairs(bundles.files(bundle, "**/*:*.*", "directory")) do
        local name = file.path:match("[^/]*$")
        if name:find(":[^/]*%.%a+$") and not name:find("%c") then
          report:file(file.path, "the name '%s' contains a colon", name, { expected = "a name without colons", fix = "rename it" })
        end
      end
    end,
    examples  = {
      pass = { {}, { files = { [at "a:b.txt"] = "x", [at "a b+ü"] = "x", [at "a:b.v1/a"] = "x" } } },
      fail = {
        { files = { [at "Icon\r"] = "" }, at = at "Icon\r" },
        { files = { [at "a\127b"] = "" }, at = at "a\127b" },
        { files = { [at "a\1/b"] = "" }, at = at "a\1" },
        { files = { [at "\31:a.bundle/b"] = "" }, at = at "\31:a.bundle", count = 1 }, { name = "My:App.app", at = "." },
        { files = { [at "a:b.bundle/a.txt"] = "x" }, at = at "a:b.bundle" },
      },
    },
  }

  rule "executable-characters" {
    summary   = "The name of an executable must not contain brackets, braces, parentheses, backslashes, plus signs or asterisks",
    severity  = "error",
    rationale = "The store rejects a bundle whose CFBundleExecutable contains one of \\ [ ] { } ( ) + *.",
    source    = "ITMS-90121",
    tags      = { "ITMS-90121" },
    applies   = { kind = { "application", "extension", "framework" }, platform = platforms, key = "CFBundleExecutable" },
    check     = function(bundle, report)
      local name = bundle.info.CFBundleExecutable
      local character = type(name) == "string" and not values.has_variable(name) and name:match(special)
      if character then
        report:at(bundle.info, "CFBundleExecutable", "the name of the executable contains '%s'", character, {
          expected = "a name without \\ [ ] { } ( ) + *", fix = "change PRODUCT_NAME; CFBundleDisplayName may contain them",
        })
      end
    end,
    examples  = {
      pass = {
        { info = { CFBundleExecutable = "My App-1_a" } }, { info = { CFBundleExecutable = "$(EXECUTABLE_NAME)" } },
        { info = { CFBundleExecutable = 1 } },
      },
      fail = {
        { info = { CFBundleExecutable = "App (Beta)" }, at = "/CFBundleExecutable" },
        { info = { CFBundleExecutable = "C++" }, at = "/CFBundleExecutable" },
        { info = { CFBundleExecutable = "App[1" }, at = "/CFBundleExecutable" },
        { info = { CFBundleExecutable = "App\\" }, at = "/CFBundleExecutable" },
      },
    },
  }
end
