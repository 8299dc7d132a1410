-- Every language that we support exists and is complete.

policy "cookbook.localizations" { summary = "Every language is complete" }

local languages = parameter "languages" { default = { "en", "fr" }, summary = "languages that we support" }

rule "localizations" {
  summary   = "Every language must have the app's name and all texts",
  rationale = "A text that one language lacks appears in another language, or as its key.",
  applies   = { kind = "application", nested = false },
  localize  = { languages = languages, keys = { "CFBundleDisplayName" }, tables = { "Localizable" } },
  examples  = {
    pass = { {
      info = { CFBundleDisplayName = "Hello" },
      localizations = {
        en = { Localizable = { greeting = "Hello" } },
        fr = { InfoPlist = { CFBundleDisplayName = "Bonjour" }, Localizable = { greeting = "Bonjour" } },
      },
    } },
    fail = {
      {
        info = { CFBundleDisplayName = "Hello" }, localizations = { en = { Localizable = { greeting = "Hello" } } },
        at = "Contents/Resources/fr.lproj",
      },
      {
        info = { CFBundleDisplayName = "Hello" },
        localizations = {
          en = { Localizable = { greeting = "Hello" } },
          fr = { InfoPlist = { CFBundleDisplayName = "Bonjour" }, Localizable = { greeting = "" } },
        },
        at = "Contents/Resources/fr.lproj/Localizable.strings:/greeting",
      },
    },
  },
}
