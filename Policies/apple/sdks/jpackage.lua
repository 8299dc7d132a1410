local values = import "apple.values"

local marker = "Contents/app/.jpackage.xml"

-- For the examples.
local state = "<jpackage-state/>"
local function app(files, at, info)
  local all = { [marker] = state }
  for path, file in pairs(files or {}) do all[path] = file end
  return { files = all, at = at, info = info }
end
local configuration, runtime = "[Application]\n", { mach_o = { file_type = "dylib" } }
local library = "Contents/runtime/Contents/Home/lib/libjli.dylib"

rule "jpackage-launcher" {
  summary   = "The launcher of a Java app must have its configuration, under the launcher's own name, and a Java runtime",
  severity  = "error",
  rationale = "The launcher that jpackage builds reads Contents/app/NAME.cfg, where NAME is its own name. If the executable is renamed, "
    .. "or the file is not copied, the app quits at launch. So it does without the runtime, unless the configuration names another.",
  source    = { "Packaging Tool User's Guide: jpackage", "The jpackage Command" },
  tags      = { "sdk" },
  applies   = { kind = "application", platform = "macos", files = marker, key = "CFBundleExecutable" },
  check     = function(bundle, report)
    local name = values.text(bundle.info.CFBundleExecutable)
    if not name then return end
    local path = "Contents/app/" .. name .. ".cfg"
    if not bundles.exists(bundle, path) then
      return report:file(path, "the launcher '%s' has no configuration: the app quits at launch", name, {
        expected = path, fix = "give the executable and its .cfg the same name, or build the app with jpackage --name",
      })
    end
    local file = bundle.files[path]
    local is_elsewhere = file.type ~= "file" or #values.matches(file, { "app[.]runtime" }) > 0
    if not is_elsewhere and not bundles.exists(bundle, "Contents/runtime") then
      report:file("Contents/runtime", "the app contains no Java runtime: it quits at launch", {
        expected = "Contents/runtime/Contents/Home", fix = "build the app with jpackage, which copies a runtime",
      })
    end
  end,
  examples  = {
    pass = {
      {}, app { ["Contents/app/App.cfg"] = configuration, [library] = runtime },
      app { ["Contents/app/App.cfg"] = configuration .. "app.runtime=$ROOTDIR/x\n" },
    },
    fail = {
      app({ ["Contents/app/Other.cfg"] = configuration, [library] = runtime }, "Contents/app/App.cfg"),
      app({ ["Contents/app/App.cfg"] = configuration }, "Contents/runtime"),
    },
  },
}
