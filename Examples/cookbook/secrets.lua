-- Keys of services and hosts for tests, in any file and in code.

policy "cookbook.secrets" { summary = "The app contains no keys and no hosts for tests" }

-- By the forms that the services document.
local keys = {
  ["Amazon Web Services"] = "\\bAKIA[A-Z2-7]{16}\\b", GitHub = "\\bgh[opsru]_[0-9A-Za-z]{36}\\b", Stripe = "\\bsk_live_[0-9A-Za-z]{24,}",
}

rule "secrets-in-files" {
  summary   = "Files must not contain secret keys of services",
  rationale = "Everybody who has the app can read them.",
  applies   = { nested = false },
  check = function(bundle, report)
    for _, file in ipairs(bundles.files(bundle, "**", "file")) do
      for _, match in ipairs(file:find(keys)) do
        report:file(file, "contains a key of %s", match.name, { place = match, fix = "call the service from a server" })
      end
    end
  end,
  examples  = {
    pass = { {}, { files = { ["Contents/Resources/a.js"] = "sk_test_0123456789abcdefghijklmn" } } },
    fail = {
      { files = { ["Contents/Resources/a.js"] = "\nkey = 'sk_live_0123456789abcdefghijklmn'" }, at = "Contents/Resources/a.js" },
      { info = { Key = "AKIAABCDEFGHIJKLMNOP" }, at = "Contents/Info.plist" },
    },
  },
}

rule "hosts-in-code" {
  summary   = "Code must not name hosts for tests",
  rationale = "A release that talks to a test server fails for everybody when the server is switched off.",
  applies   = { nested = false },
  check = function(bundle, report)
    for _, code in ipairs(bundles.code(bundle, { nested = true })) do
      for _, match in ipairs(code.file and code.file:find { "[0-9a-z-]+\\.staging\\.example\\.com" } or {}) do
        report:file(code.path, "the code names %s", match.text, { discriminator = match.text })
      end
    end
  end,
  examples  = {
    pass = { { files = { ["Contents/MacOS/App"] = { mach_o = { strings = { "https://api.example.com" } } } } } },
    fail = {
      { files = { ["Contents/MacOS/App"] = { mach_o = { strings = { "https://a.staging.example.com/" } } } }, at = "Contents/MacOS/App" },
    },
  },
}
