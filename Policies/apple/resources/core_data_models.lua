local values = import "apple.values"

-- For the examples.
local function model(name, files)
  files[name] = "<plist><dict><key>NSManagedObjectModel_CurrentVersionName</key><string>Two</string></dict></plist>"
  return files
end

rule "core-data-models" {
  summary   = "A compiled Core Data model must contain its current version",
  severity  = "error",
  rationale = "Without it, the model does not load, and the app crashes when it opens its data.",
  source    = "Core Data Programming Guide: Versioning",
  tags      = { "S13" },
  applies   = { files = "**/*.momd/VersionInfo.plist" },
  check     = function(bundle, report)
    local place = bundle.layout == "contents" and "Contents/Resources/" or bundle.layout == "versioned" and "Versions/*/Resources/" or ""
    for _, path in ipairs(bundles.walk(bundle, place .. "*.momd/VersionInfo.plist")) do
      local problem = bundles.problem(bundle, path)
      if problem then
        report:file(path, "the table of the model's versions cannot be read: %s", problem.message, {
          expected = "a property list", fix = "compile the model again, and copy the whole folder", discriminator = "",
        })
      end
      local info = not problem and bundles.read(bundle, path)
      local name = values.text(values.dictionary(info).NSManagedObjectModel_CurrentVersionName)
      local folder = path:match("(.*)/")
      if name and not bundles.exists(bundle, folder .. "/" .. name .. ".mom") then
        report:at(info, "NSManagedObjectModel_CurrentVersionName", "the model has no version '%s'", name, {
          expected = folder .. "/" .. name .. ".mom", fix = "compile the model again, and copy the whole folder",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = model("Contents/Resources/Data.momd/VersionInfo.plist", { ["Contents/Resources/Data.momd/Two.mom"] = "x" }) },
      { files = { ["Contents/Resources/Data.momd/VersionInfo.plist"] = "{}" } },
    },
    fail = {
      { files = { ["Contents/Resources/Data.momd/VersionInfo.plist"] = "<plist>" }, at = "Contents/Resources/Data.momd/VersionInfo.plist" },
      {
        files = model("Contents/Resources/Data.momd/VersionInfo.plist", { ["Contents/Resources/Data.momd/One.mom"] = "x" }),
        at = "Contents/Resources/Data.momd/VersionInfo.plist:/NSManagedObjectModel_CurrentVersionName",
      },
      {
        platform = "ios", files = model("Data.momd/VersionInfo.plist", {}),
        at = "Data.momd/VersionInfo.plist:/NSManagedObjectModel_CurrentVersionName",
      },
      {
        kind = "framework", files = model("Versions/A/Resources/Data.momd/VersionInfo.plist", {}),
        at = "Versions/A/Resources/Data.momd/VersionInfo.plist:/NSManagedObjectModel_CurrentVersionName",
      },
    },
  },
}
