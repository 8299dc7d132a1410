rule "main-files-are-regular" {
  summary   = "The main executable and Info.plist must be files, not symbolic links",
  severity  = "error",
  rationale = "codesign refuses to sign a bundle whose main executable or Info.plist is a link, and to verify one.",
  source    = { "Technical Note TN2206: macOS Code Signing In Depth", "Security framework: SecStaticCode, validateDirectory" },
  tags      = { "security", "S13", "S8", "codesign-regular-file" },
  applies   = { kind = { "application", "extension", "plugin" } },
  check     = function(bundle, report)
    local folder = bundle.layout == "contents" and "Contents/" or ""
    local info, executable = bundle.files[folder .. "Info.plist"], bundle.executable_file
    local function judge(file)
      -- links-stay-inside and executable report links that lead nowhere.
      if file and file.type == "symbolicLink" and file.destination then
        report:file(file.path, "'%s' is a symbolic link to %s", file.path:match("[^/]*$"), file.target, {
          expected = "the file itself", fix = "copy the file in its place",
        })
      end
    end
    judge(info)
    judge(executable)
  end,
  examples  = {
    pass = {
      { files = { ["Contents/MacOS/App"] = false } }, {}, { platform = "ios" }, { files = { ["Contents/MacOS/App"] = { link = "gone" } } },
      { files = { ["Contents/Resources/link"] = { link = "../Info.plist" } } },
    },
    fail = {
      {
        files = { ["Contents/MacOS/App"] = { link = "Program" }, ["Contents/MacOS/Program"] = { mach_o = {} } }, at = "Contents/MacOS/App",
      },
      {
        files = {
          ["Contents/Info.plist"] = { link = "Real.plist" },
          ["Contents/Real.plist"] = "<plist><dict><key>CFBundleIdentifier</key><string>com.example.app</string></dict></plist>",
        },
        at = "Contents/Info.plist",
      },
      {
        platform = "ios", at = "Info.plist",
        files = {
          ["Info.plist"] = { link = "Real.plist" },
          ["Real.plist"] = "<plist><dict><key>CFBundleIdentifier</key><string>com.example.app</string></dict></plist>",
        },
      },
      { platform = "ios", files = { App = { link = "Program" }, Program = { mach_o = { platform = "ios" } } }, at = "App" },
    },
  },
}
