local forms = import "apple.secrets.forms"
local search = import "apple.secrets.search"

-- For the examples.
local key = "AIza" .. ("aB3dE"):rep(7)

rule "restricted-keys" {
  summary   = "A Google API key in an app should be restricted to the app",
  severity  = "note",
  rationale = "Such a key is meant to be in apps, but everybody can read it there, and use it for every API that its restrictions "
    .. "allow. Keys in GoogleService-Info.plist belong to Firebase, which restricts them itself.",
  source    = {
    "https://cloud.google.com/docs/authentication/api-keys#securing", "https://firebase.google.com/docs/projects/api-keys",
    "https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml",
  },
  tags      = { "security", "secrets" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, nested = false },
  check     = function(bundle, report)
    for _, entry in ipairs(search.found(bundle, forms.restricted)) do
      if not entry.file.path:find("GoogleService%-Info[^/]*%.plist$") then
        report:file(entry.file, "contains %s (%s)%s", entry.match.name, search.shown(entry.match.text), entry.where, {
          expected = "a key that is restricted to this app",
          fix = "restrict it to the bundle identifier and to the APIs that the app uses, in the Google Cloud console",
          place = entry.place, discriminator = search.shown(entry.match.text),
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { platform = "ios", files = {
        ["GoogleService-Info.plist"] = "<plist><dict><key>API_KEY</key><string>" .. key .. "</string></dict></plist>",
        ["GoogleService-Info-Prod.plist"] = "<plist><dict><key>API_KEY</key><string>" .. key .. "</string></dict></plist>",
          ["a.js"] = "AIza",
      } },
      { kind = "archive", files = { ["dSYMs/a.js"] = key } },
    },
    fail = {
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Resources/a.js"] = key } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Resources/a.js", count = 1,
      },
      { platform = "ios", files = { ["GoogleService-Info.plist.txt"] = key }, at = "GoogleService-Info.plist.txt" },
      { platform = "ios", files = { ["a.js"] = "\nkey = '" .. key .. "'" }, at = "a.js", message = "AIzaaB3d…" },
      { files = { ["Contents/MacOS/App"] = { mach_o = { strings = { key } } } }, at = "Contents/MacOS/App" },
      { platform = "ios", info = { GMSKey = key }, at = "Info.plist" },
      { kind = "framework", files = { ["Versions/A/Resources/a.js"] = key }, at = "Versions/A/Resources/a.js" },
      { kind = "extension", files = { ["Contents/Resources/a.js"] = key }, at = "Contents/Resources/a.js" },
      { kind = "plugin", files = { ["Contents/Resources/a.js"] = key }, at = "Contents/Resources/a.js" },
    },
  },
}
