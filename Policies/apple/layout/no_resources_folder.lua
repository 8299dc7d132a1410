rule "no-resources-folder" {
  summary   = "The top level of an iOS app must not contain a folder named Resources",
  severity  = "error",
  rationale = "A bundle with such a folder is read as an old layout that has Info.plist in that folder: the system "
    .. "does not find the one at the top level.",
  source    = { "Bundle Programming Guide: Anatomy of an iOS Application Bundle", "CFBundle_Resources.c" },
  tags      = { "S8" },
  applies   = { kind = { "application", "extension" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check = function(bundle, report)
    if bundle.layout == "resources" then
      report:file("Resources", "the system looks for Info.plist in this folder", {
        expected = "resources at the top level, or in a folder with another name",
        fix = "rename the folder in the project, and in the code that names it",
      })
    end
  end,
  examples = {
    pass = { {}, { files = { ["Assets/x"] = "x", ["MyResources/x"] = "x" } } },
    fail = {
      {
        files = { ["Resources/Info.plist"] = '<plist><dict><key>UIDeviceFamily</key><array><integer>1</integer></array></dict></plist>' },
        at = "Resources",
      },
    },
  },
}
