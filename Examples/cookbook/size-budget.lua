-- The size of the app on disk and as a download, its growth, and the sizes of frameworks and languages.

policy "cookbook.size-budget" { summary = "The app is small enough to download" }

local whole = parameter "app_size" { default = "20 MB", summary = "maximum size of the app" }
local language = parameter "language_size" { default = 2000000, summary = "maximum size of each localization, in bytes" }

rule "size-budget" {
  summary   = "The app must stay within its size budget",
  rationale = "Sizes grow by one forgotten file at a time, and above 200 MB phones ask before they download.",
  applies   = { kind = "application", nested = false },
  budget    = { measure = "install-size", max = whole },
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/film"] = { size = 19e6 } } } },
    fail = {
      { files = { ["Contents/Resources/film"] = { size = 20e6 } } },
      { files = { ["Contents/Resources/film"] = { size = 1e6 } }, params = { app_size = "1 MB" } },
    },
  },
}

rule "size-growth" {
  summary   = "The app must not grow by more than 2 % from build to build",
  rationale = "A jump in size is a mistake, such as a debug library or a film in full size, and easy to find in the build that brought it.",
  applies   = { kind = "application", nested = false },
  budget    = { measure = "install-size", growth = "2 %" },
  examples  = {
    pass = {
      {
        files = { ["Contents/Resources/film"] = { size = 10100000 } },
        history = { { files = { ["Contents/Resources/film"] = { size = 10e6 } } } },
      },
    },
    fail = {
      {
        files = { ["Contents/Resources/film"] = { size = 10300000 } },
        history = { { files = { ["Contents/Resources/film"] = { size = 10e6 } } } },
      },
    },
  },
}

rule "framework-size" {
  summary   = "Each framework must stay within its size budget",
  rationale = "One framework that brings its own models or media can double the app.",
  applies   = { kind = "framework", nested = true },
  budget    = { measure = "install-size", max = "10 MB" },
  examples  = {
    pass = { { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { kind = "framework" } } } },
    fail = {
      {
        platform = "ios",
        bundles = { ["Frameworks/Kit.framework"] = { kind = "framework", files = { model = { size = 10e6 } } } },
        at = "Frameworks/Kit.framework",
      },
    },
  },
}

rule "download-size" {
  summary   = "The .ipa must be small enough to download without Wi-Fi",
  rationale = "Above 200 MB, phones ask before they download over a mobile network.",
  applies   = { kind = "application", nested = false },
  budget    = { measure = "compressed-size", max = "200 MB" },
  examples  = {
    pass = { { platform = "ios", delivery = { kind = "ipa" } } },
    fail = { { platform = "ios", files = { film = { size = 200e6 } }, delivery = { kind = "ipa" } } },
  },
}

rule "language-size" {
  summary   = "Each language of the app must stay within its size budget",
  rationale = "A film or font for one language is downloaded by users of all languages.",
  applies   = { kind = "application", nested = false },
  check     = function(bundle, report)
    local languages = {}
    for path, file in pairs(bundle.files) do
      local folder = path:match("^.*%.lproj/")
      if folder and file.type == "file" then languages[folder] = (languages[folder] or 0) + file.size end
    end
    for folder, size in pairs(languages) do
      if size > language then
        report:file(folder:sub(1, -2), "the size of the localization is %.1f MB", size / 1e6, {
          expected = "at most " .. language / 1e6 .. " MB",
        })
      end
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/fr.lproj/film"] = { size = 2e6 } } } },
    fail = {
      { files = { ["Contents/Resources/fr.lproj/film"] = { size = 2000001 } }, at = "Contents/Resources/fr.lproj" },
    },
  },
}

rule "app-clip-size" {
  summary   = "App Clips must be small enough to start from a code",
  rationale = "App Store Connect refuses an App Clip above its limit, which is 10 MB for iOS 15 and 15 MB for iOS 16.",
  applies   = { kind = "application", platform = "ios", key = "NSAppClip" },
  budget    = { measure = "install-size", max = "10 MB" },
  examples  = {
    pass = {
      { platform = "ios", info = { NSAppClip = {} } },
      { platform = "ios", info = { NSAppClip = {} }, files = { film = { size = 9e6 } } },
    },
    fail = { { platform = "ios", info = { NSAppClip = {} }, files = { film = { size = 10e6 } } } },
  },
}
