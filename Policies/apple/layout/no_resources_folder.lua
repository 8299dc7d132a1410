rule "no-resources-folder" {
  summary   = "No folder at the top of an application for iOS is called Resources",
  severity  = "error",
  rationale = "A bundle with such a folder is read in a layout of long ago, in which Info.plist lies in that folder: the system "
    .. "then finds none at the top.",
  source    = { "Bundle Programming Guide: Anatomy of an iOS Application Bundle", "CFBundle_Resources.c" },
  tags      = { "S8" },
  applies   = { kind = { "application", "extension" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check = function(bundle, report)
    if bundle.layout == "resources" then
      report:file("Resources", "the folder is taken for the place of Info.plist", {
        expected = "resources at the top, or in a folder of another name", fix = "rename the folder",
      })
    end
  end,
  examples = {
    pass = { {}, { files = { ["Assets/x"] = "x", ["MyResources/x"] = "x" } } },
    fail = {
      { files = { ["Resources/Info.plist"] = '<plist><dict><key>UIDeviceFamily</key><array><integer>1</integer></array></dict></plist>' } },
    },
  },
}
