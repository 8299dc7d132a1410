-- Every language that we promise is there and complete.

policy "cookbook.localizations" { summary = "Every language is complete" }

local languages = parameter "languages" { default = { "en", "fr" }, summary = "what we sell in" }

rule "localizations" {
  summary   = "Every language has the app's name and every text",
  rationale = "A text that one language lacks is shown in another, or as its key.",
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
      { info = { CFBundleDisplayName = "Hello" }, localizations = { en = { Localizable = { greeting = "Hello" } } } },
      {
        info = { CFBundleDisplayName = "Hello" },
        localizations = {
          en = { Localizable = { greeting = "Hello" } },
          fr = { InfoPlist = { CFBundleDisplayName = "Bonjour" }, Localizable = { greeting = "" } },
        },
      },
    },
  },
}
