local forms = import "apple.secrets.forms"
local search = import "apple.secrets.search"

-- Files that configure an app. In code and scripts, libraries have such addresses for their own tests.
local settings = { plist = true, strings = true, json = true, yaml = true, yml = true, xcconfig = true, env = true, properties = true,
  toml = true }

-- Packages that others wrote, and the data of Amazon's library for Python, whose descriptions give such addresses as samples.
local packages = { "node_modules/", "site%-packages/", "/python%d[%d.]*/", "botocore/data/" }
local function is_of_package(path)
  for _, pattern in ipairs(packages) do
    if path:find(pattern) then return true end
  end
end

-- An app on a desktop is authorized with OAuth by an answer to its own machine, which the provider's file of the client names.
local redirect = { redirect = [=["redirect_uris"\s*:\s*\[[^\]]*"https?://(?:localhost|127\.0\.0\.1|\[::1\])[:/"]]=] }

-- For the examples.
local host = '<plist version="1.0"><dict><key>Host</key><string>%s</string></dict></plist>'
local function plist_with(address) return host:format(address) end

rule "debug-endpoints" {
  summary   = "The settings of an app must not name a developer's machine",
  severity  = "warning",
  rationale = "Addresses such as http://localhost:3000, 10.0.2.2 or an ngrok tunnel only work on one machine, and a tunnel not for "
    .. "long: the app's requests to them fail, or go to the next owner of the tunnel's name. Addresses of the local machine are "
    .. "reported in settings files only, tunnels and the emulator's host everywhere.",
  source    = {
    "Android Studio: Set up Android Emulator networking", "ngrok: Domains", "https://www.rfc-editor.org/rfc/rfc8252#section-7.3",
  },
  tags      = { "security", "secrets" },
  applies   = { kind = { "application", "extension", "framework", "plugin" }, nested = false },
  check     = function(bundle, report)
    for _, entry in ipairs(search.found(bundle, forms.debugging)) do
      local path, is_local = entry.file.path, entry.match.name == "the developer's machine"
      local is_setting = not is_local or settings[search.extension(path)] and not entry.file:find(redirect)[1]
      if is_setting and not is_of_package(path) then
        local address = entry.match.text:match("(.-)[^%w%]]?$")
        report:file(entry.file, "'%s' is %s", address, entry.match.name, {
          expected = "a server that users reach", fix = "set the address for releases in the build's configuration", place = entry.match,
          discriminator = address,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = {
        ["Contents/Resources/a.plist"] = plist_with("https://localhost.example.com"),
          ["Contents/Resources/a.js"] = "'http://localhost:8081'",
        ["Contents/Resources/node_modules/a/a.json"] = '"http://localhost"',
          ["Contents/Resources/site-packages/a/a.json"] = '"http://localhost"',
        ["Contents/Resources/lib/python3.12/a.json"] = '"http://localhost"',
          ["Contents/Resources/botocore/data/lambda/service-2.json"] = '"such as <code>http://localhost:60905</code>"',
        ["Contents/Resources/client_secrets.json"] = '{"installed": {"redirect_uris": ["urn:ietf:wg:oauth:2.0:oob", "http://localhost"]}}',
        ["Contents/Resources/b.js"] = "'https://ngrok.com' 'https://10.0.2.20' 'https://docs.ngrok.io.example.com'",
      } },
      { kind = "archive", files = { ["dSYMs/a.json"] = '"http://localhost"' } },
    },
    fail = {
      { files = { ["Contents/Resources/a.plist"] = plist_with("http://localhost:3000") }, at = "Contents/Resources/a.plist" },
      { platform = "ios", info = { Host = "https://127.0.0.1" }, at = "Info.plist" },
      { platform = "ios", files = { ["a.js"] = "fetch('http://10.0.2.2:8080')" }, at = "a.js",
        message = "'http://10.0.2.2' is" },
      { files = { ["Contents/Resources/a.json"] = '{"redirect_uris": ["https://a.example.com"], "api": "http://localhost:80"}' },
        at = "Contents/Resources/a.json" },
      { platform = "ios", files = { ["a.json"] = '["http://[::1]/"]' }, at = "a.json", message = "'http://[::1]' is" },
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Resources/a.json"] = '"http://localhost:80"' } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Resources/a.json", count = 1,
      },
      { files = { ["Contents/MacOS/App"] = { mach_o = { strings = { "https://1a2b.ngrok-free.app" } } } }, at = "Contents/MacOS/App" },
      { platform = "ios", files = { ["a.js"] = "'https://a-b.trycloudflare.com'" }, at = "a.js" },
      { platform = "ios", files = { ["a.js"] = "'https://a.eu.ngrok.io'" }, at = "a.js" },
      { kind = "framework", files = { ["Versions/A/Resources/a.json"] = '"http://0.0.0.0:80"' }, at = "Versions/A/Resources/a.json" },
      { kind = "extension", files = { ["Contents/Resources/a.yml"] = "a: http://[::1]:80" }, at = "Contents/Resources/a.yml" },
      { kind = "plugin", files = { ["Contents/Resources/a.env"] = "A=http://localhost" }, at = "Contents/Resources/a.env" },
    },
  },
}
