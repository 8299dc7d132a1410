-- Numbers about each build, and limits on them: see "Measures" in docs/policy-language.md.

policy "com.example.measures" { summary = "The app stays small" }

measure "code-size" {}                          -- a built-in measure
measure "storyboards" {                         -- one of your own
  value = function(bundle) return #bundles.files(bundle, "**/*.storyboardc") end,
}

rule "size" {
  summary = "The app must stay below 80 MB and grow by at most 2 % a build",
  applies = { kind = "application", nested = false },
  budget  = { measure = "install-size", max = "80 MB", growth = "2 %" },
  examples = {
    pass = {
      { files = { ["Contents/Resources/film"] = { size = 79e6 } } },
      {
        files = { ["Contents/Resources/film"] = { size = 10100000 } },
        history = { { files = { ["Contents/Resources/film"] = { size = 10e6 } } } },
      },
    },
    fail = {
      { files = { ["Contents/Resources/film"] = { size = 80e6 } } },
      {
        files = { ["Contents/Resources/film"] = { size = 10300000 } },
        history = { { files = { ["Contents/Resources/film"] = { size = 10e6 } } } },
      },
    },
  },
}
