local forms = import "apple.secrets.forms"
local search = import "apple.secrets.search"

-- For the examples: a block with the content of no key.
local content = ("MIIEexample0"):rep(5)
local function block(kind, feed) return "-----BEGIN " .. kind .. "PRIVATE KEY-----" .. feed .. content end
local pgp = "-----BEGIN PGP PRIVATE KEY BLOCK-----\n"

rule "private-keys" {
  summary   = "An app must not contain private keys",
  severity  = "error",
  rationale = "Everybody who has the app also has the key, and can sign, decrypt or authenticate in your name. must-not-ship finds key "
    .. "files by their names; this rule finds keys in property lists, scripts and code. The keys of a library's tests are a warning.",
  source    = {
    "https://www.rfc-editor.org/rfc/rfc7468#section-10", "https://www.rfc-editor.org/rfc/rfc9580#name-forming-ascii-armor",
  },
  tags      = { "security", "secrets" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, nested = false },
  check     = function(bundle, report)
    for _, entry in ipairs(search.found(bundle, forms.private)) do
      local path = entry.file.path
      local is_of_package = path:find("node_modules/") or path:find("site%-packages/") or path:find("/python%d[%d.]*/")
      report:file(entry.file, "contains a private key%s, which everybody can read in the app", entry.where, {
        expected = "no private key", fix = "keep the key on a server of yours, or in the keychain of each device, and replace it",
        place = entry.place, severity = is_of_package and "warning" or nil, discriminator = entry.match.text:sub(1, 30),
      })
    end
  end,
  examples  = {
    pass = {
      {}, { files = {
        ["Contents/Resources/a.txt"] = "-----BEGIN RSA PRIVATE KEY-----", ["Contents/Resources/b.txt"] = block("", " not a key "),
        ["Contents/Resources/c.txt"] = "-----BEGIN PUBLIC KEY-----\n" .. content,
      } },
      { kind = "archive", files = { ["dSYMs/a.pem"] = block("", "\n") } },
    },
    fail = {
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Resources/a.pem"] = block("", "\n") } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Resources/a.pem", count = 1,
      },
      { files = { ["Contents/Resources/a.txt"] = "\n\n" .. block("", "\n") }, at = "Contents/Resources/a.txt" },
      { files = { ["Contents/Resources/a.js"] = "let k = '" .. block("RSA ", "\\n") .. "'" }, at = "Contents/Resources/a.js" },
      { platform = "ios", files = { ["a.json"] = '{ "private_key": "' .. block("", "\\n") .. '" }' }, at = "a.json",
        message = "in line 1" },
      { files = { ["Contents/MacOS/App"] = { mach_o = { strings = { block("EC ", "\n") } } } }, at = "Contents/MacOS/App" },
      {
        files = { ["Contents/Resources/node_modules/a/test/k.pem"] = block("", "\n") },
          at = "Contents/Resources/node_modules/a/test/k.pem",
      },
      {
        files = { ["Contents/Resources/lib/site-packages/a/k.pem"] = block("", "\n") },
        at = "Contents/Resources/lib/site-packages/a/k.pem",
      },
      {
        files = { ["Contents/Resources/lib/python3.12/test/k.pem"] = block("", "\n") },
        at = "Contents/Resources/lib/python3.12/test/k.pem",
      },
      { files = { ["Contents/Resources/a.asc"] = pgp .. "Version: GnuPG v2\n\n" .. ("lQOYexample0"):rep(5) },
        at = "Contents/Resources/a.asc" },
      { files = { ["Contents/Resources/a.asc"] = pgp .. "\n" .. ("lQOYexample0"):rep(5) }, at = "Contents/Resources/a.asc" },
      { kind = "framework", files = { ["Versions/A/Resources/a.txt"] = block("OPENSSH ", "\n") }, at = "Versions/A/Resources/a.txt" },
      { kind = "extension", files = { ["Contents/Resources/a.txt"] = block("DSA ", "\r\n") }, at = "Contents/Resources/a.txt" },
      { kind = "plugin", files = { ["Contents/Resources/a.txt"] = block("", "\n") }, at = "Contents/Resources/a.txt" },
    },
  },
}
