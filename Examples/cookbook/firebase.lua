-- The app talks to the right Firebase project.

policy "cookbook.firebase" { summary = "The app uses the Firebase project of releases" }

local project = parameter "firebase_project" { default = "example-production", summary = "the Firebase project of releases" }

local function settings(id)
  return "<plist><dict><key>PROJECT_ID</key><string>" .. id .. "</string></dict></plist>"
end

rule "firebase-project" {
  summary   = "GoogleService-Info.plist must belong to the Firebase project of releases",
  rationale = "With the file of the test project, the users' data and crash reports go where nobody looks for them.",
  applies   = { kind = { "application", "extension" }, files = "**/GoogleService-Info*.plist" },
  check     = function(bundle, report)
    for _, file in ipairs(bundles.files(bundle, "**/GoogleService-Info*.plist", "file")) do
      local options = bundles.read(bundle, file.path)
      if options.PROJECT_ID ~= project then
        report:at(options, "PROJECT_ID", "this is the Firebase project %s", options.PROJECT_ID or "without a name", { expected = project })
      end
    end
  end,
  examples  = {
    pass = { { platform = "ios", files = { ["GoogleService-Info.plist"] = settings("example-production") } } },
    fail = {
      {
        platform = "ios", files = { ["GoogleService-Info.plist"] = settings("example-test") }, at = "GoogleService-Info.plist:/PROJECT_ID",
      },
      {
        kind = "extension", platform = "ios", files = { ["GoogleService-Info.plist"] = settings("example-test") },
        at = "GoogleService-Info.plist:/PROJECT_ID",
      },
      {
        files = { ["Contents/Resources/GoogleService-Info-Debug.plist"] = "<plist><dict/></plist>" },
        at = "Contents/Resources/GoogleService-Info-Debug.plist:/PROJECT_ID",
      },
    },
  },
}
