local code = { application = true, framework = true, extension = true }

rule "no-nested-frameworks" {
  summary   = "On iOS neither frameworks nor extensions hold other bundles of code",
  severity  = "error",
  rationale = "The store accepts such bundles at the top of the application alone.",
  source    = { "ITMS-90205", "ITMS-90206" },
  tags      = { "S8", "ITMS-90205", "ITMS-90206" },
  -- WatchKit extensions carry frameworks of their own.
  applies   = { kind = { "framework", "extension" }, platform = { "ios", "tvos", "visionos" } },
  check = function(bundle, report)
    local has_code, kind = false, bundle.kind == "extension" and "an extension" or "a framework"
    for _, nested in ipairs(bundle.bundles) do
      if code[nested.kind] then
        has_code = true
        report:file(nested.path:sub(#bundle.path + (bundle.path == "" and 1 or 2)), "%s lies in %s", nested.name, kind, {
          expected = "it in the application's Frameworks or PlugIns", fix = "embed it in the application alone",
        })
      end
    end
    -- The store refuses the folder itself, empty or with libraries that are no bundles.
    if not has_code and bundles.exists(bundle, "Frameworks") then
      report:file("Frameworks", "a folder for frameworks lies in %s", kind, {
        expected = "no folder for frameworks", fix = "remove it, and embed what it holds in the application alone",
      })
    end
  end,
  examples = {
    pass = {
      { bundles = { ["Strings.bundle"] = {} } }, { kind = "extension", platform = "tvos" }, { platform = "visionos" },
      {
        kind = "application",
        bundles = {
          ["Frameworks/Kit.framework"] = {},
          ["Watch/Watch.app"] = {
            platform = "watchos", bundles = { ["PlugIns/Watch.appex"] = { bundles = { ["Frameworks/Kit.framework"] = {} } } },
          },
        },
      },
    },
    fail = {
      { bundles = { ["Frameworks/Other.framework"] = {} } },
      { kind = "extension", bundles = { ["Frameworks/Other.framework"] = {} } },
      { kind = "extension", files = { Frameworks = { directory = true } } },
      { kind = "extension", bundles = { ["Strings.bundle"] = {} }, files = { ["Frameworks/libx.dylib"] = { mach_o = { file_type = "dylib" } } } },
      { kind = "extension", files = { ["Frameworks/libswiftCore.dylib"] = { mach_o = { file_type = "dylib" } } } },
    },
  },
}
