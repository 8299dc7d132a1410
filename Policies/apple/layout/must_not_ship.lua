local is_of_package = import "apple.layout.of_package"
local values = import "apple.values"

local forbidden = parameter "forbidden_files" {
  type = "list", default = {}, summary = "patterns of more files that a bundle must not contain, such as **/*.psd",
}

-- Files that hold nothing but secrets: everybody who has the app has them, too.
local secrets = {
  "**/*.p8", "**/id_rsa", "**/id_dsa", "**/id_ecdsa", "**/id_ed25519", "**/.env", "**/.env.*", "**/.netrc", "**/.npmrc", "**/.pypirc",
  "**/.htpasswd", "**/.aws/credentials",
}
-- Tests of the contents of some of them, by the end of their names: other files have these names, too.
local proofs = {
  { name = "%.p8$", pattern = "PRIVATE KEY" }, { name = "%.npmrc$", pattern = "_auth" }, { name = "%.pypirc$", pattern = "password" },
}
-- Examples for developers.
local templates = { example = true, sample = true, template = true, dist = true, defaults = true }
-- A setting that is a secret.
local setting = "%f[%w][%w_]*"
local words = { "SECRET", "TOKEN", "PASSWORD", "PASSWD", "PRIVATE", "API_?KEY", "ACCESS_?KEY" }

-- Whether a file is certain to hold a secret (true), may hold one (false), or does not (nil).
local function holds_secret(path, file)
  local text = file.size < 1000000 and file.format == "text" and values.readable(file, "text")
  for _, proof in ipairs(proofs) do
    if path:find(proof.name) then
      if text and not text:find(proof.pattern) then return nil end
      return true
    end
  end
  local kind = ("/" .. path):match("/%.env%.?([^/]*)$")
  if not kind then return true end
  if templates[kind] then return nil end
  for _, word in ipairs(words) do
    if text and text:upper():find(setting .. word .. "[%w_]*%s*=%s*[^%s#]") then return true end
  end
  return false
end

-- Files that usually hold a private key, and sometimes only certificates.
local stores = { "**/*.p12", "**/*.pfx", "**/*.keystore", "**/*.jks" }
-- Files that belong to a build for development, or to other tools.
local others = {
  { pattern = "**/__preview.dylib", what = "belongs to Xcode's previews", fix = "build for release" },
  { pattern = "**/*.debug.dylib", what = "is the code of a debug build", fix = "build for release, or set ENABLE_DEBUG_DYLIB to NO" },
  { pattern = "**/*.profraw", what = "was written by a measurement of test coverage", fix = "exclude it when copying" },
  { pattern = "**/*.gcda", what = "was written by a measurement of test coverage", fix = "exclude it when copying" },
  { pattern = "**/*.gcno", what = "was written by a measurement of test coverage", fix = "exclude it when copying" },
  { pattern = "**/.gitkeep", what = "belongs to version control", fix = "exclude it when copying", is_of_package = true },
  { pattern = "**/.gitmodules", what = "belongs to version control", fix = "exclude it when copying", is_of_package = true },
  { pattern = "**/*.import", what = "tells Godot's editor how to import a file", fix = "exclude it when copying", beside = true },
  { pattern = "**/*.js.map", what = "shows the source of the script", fix = "build without source maps", is_of_package = true },
  { pattern = "**/*.css.map", what = "shows the source of the style sheet", fix = "build without source maps", is_of_package = true },
  { pattern = "**/*.jsbundle.map", what = "shows the source of the script", fix = "build without source maps" },
}
local patterns = {}
for _, pattern in ipairs(secrets) do patterns[#patterns + 1] = pattern end
for _, pattern in ipairs(stores) do patterns[#patterns + 1] = pattern end
for _, entry in ipairs(others) do patterns[#patterns + 1] = entry.pattern end

-- For the examples: one for each pattern of the rule itself.
local secret = "-----BEGIN PRIVATE KEY-----\n//registry/:_authToken=x\npassword = x\n"
local failing = {}
for _, pattern in ipairs(patterns) do
  local path = "Contents/Resources/" .. pattern:gsub("^%*%*/", ""):gsub("%*", "a")
  failing[#failing + 1] = {
    files = { [path] = secret, [path:gsub("%.import$", "")] = secret }, at = path,
  }
end
for _, pattern in ipairs(forbidden) do patterns[#patterns + 1] = pattern end
failing[#failing + 1] = {
  kind = "xcframework", at = "macos-arm64/Kit.framework/Versions/A/Resources/a.p12",
  bundles = { ["macos-arm64/Kit.framework"] = { platform = "macos", files = { ["Versions/A/Resources/a.p12"] = secret } } },
}

failing[#failing + 1] = {
  params = { forbidden_files = { "**/*.psb", "**/*.psd" } }, files = { ["Contents/Resources/art/a.psd"] = "x" },
  at = "Contents/Resources/art/a.psd", message = "must not be in the bundle",
}
failing[#failing + 1] = { files = { ["Contents/Resources/.env"] = "A=1\nexport API_KEY = abc" }, at = "Contents/Resources/.env" }
failing[#failing + 1] = { files = { ["Contents/Resources/.env.local"] = "PORT=80" }, at = "Contents/Resources/.env.local" }
failing[#failing + 1] = { files = { ["Contents/Resources/.env.sample/.env"] = "A=1" }, at = "Contents/Resources/.env.sample/.env" }
failing[#failing + 1] = { files = { ["Contents/Resources/a.p8"] = { base64 = "MIGHAgEAMBM=" } }, at = "Contents/Resources/a.p8" }
for kind, path in pairs {
  extension = "Contents/Resources/a.p8", plugin = "Contents/Resources/a.p8", framework = "Versions/A/Resources/a.p8",
} do failing[#failing + 1] = { kind = kind, files = { [path] = secret }, at = path } end
failing[#failing + 1] = {
  kind = "archive", bundles = { ["Products/Applications/App.app"] = { files = { ["Contents/Resources/a.p8"] = secret } } },
  at = "Products/Applications/App.app/Contents/Resources/a.p8", count = 1,
}
failing[#failing + 1] = {
  bundles = { ["Contents/PlugIns/A.bundle"] = { files = { ["Contents/Resources/a.p8"] = secret } } },
  at = "Contents/PlugIns/A.bundle/Contents/Resources/a.p8", count = 1,
}

rule "must-not-ship" {
  summary   = "The bundle must not contain private keys, passwords, or parts of a build for development",
  severity  = "error",
  rationale = "Everybody who downloads the app can read a key in it, sign or upload in your name, and use your services. Stores "
    .. "of keys, which may hold only certificates, are a warning; so are parts of a build for development and source maps, which show how "
    .. "the app is made. The parameter forbidden_files forbids more files.",
  source    = { "App Store Connect API: Creating API Keys", "Xcode: ENABLE_DEBUG_DYLIB", "Technical Note TN2206" },
  tags      = { "security" },
  applies   = { files = patterns },
  check     = function(bundle, report)
    -- The walk includes nested bundles; an archive or a set of frameworks is only a container.
    local around = bundle.parent
    if around and around.kind ~= "archive" and around.kind ~= "xcframework" then return end
    for severity, list in pairs { error = secrets, warning = stores } do
      for _, file in ipairs(bundles.files(bundle, list, "file")) do
        local path = file.path
        local is_certain = holds_secret(path, file)
        if not is_of_package(path) and is_certain ~= nil then
          report:file(path, "'%s' may contain a private key or a password, which everybody can read in the app", path:match("[^/]*$"), {
            expected = "no such file", fix = "remove it from the target, and replace the key if the app was distributed",
            severity = is_certain and severity or "warning",
          })
        end
      end
    end
    for _, pattern in ipairs(forbidden) do
      for _, path in ipairs(bundles.walk(bundle, pattern)) do
        report:file(path, "'%s' must not be in the bundle", path:match("[^/]*$"), {
          expected = "no file with the pattern " .. pattern, fix = "exclude it when copying",
        })
      end
    end
    for _, entry in ipairs(others) do
      for _, path in ipairs(bundles.walk(bundle, entry.pattern)) do
        local is_spared = entry.is_of_package and is_of_package(path) or entry.beside
          and not bundles.exists(bundle, (path:gsub("%.import$", "")))
        if not is_spared then
          report:file(path, "'%s' %s", path:match("[^/]*$"), entry.what, {
            expected = "no such file", fix = entry.fix, severity = "warning",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", files = { [".env.sample"] = "API_KEY=x" } },
      {}, { files = {
        ["Contents/Resources/cart.p8"] = "pico-8 cartridge", ["Contents/Resources/.npmrc"] = "save-exact=true",
        ["Contents/Resources/.pypirc"] = "[distutils]", ["Contents/Resources/.env.example"] = "API_KEY=",
        ["Contents/Resources/.env.sample"] = "API_KEY=x", ["Contents/Resources/.env.template"] = "API_KEY=x",
        ["Contents/Resources/.env.dist"] = "x", ["Contents/Resources/.env.defaults"] = "x", ["Contents/Resources/v/.env/a"] = "x",
      } }, { files = {
        ["Contents/Resources/node_modules/a/.env"] = "x", ["Contents/Resources/lib/python3.12/test/a.p12"] = "x",
        ["Contents/Resources/lib/site-packages/a.pfx"] = "x", ["Contents/Resources/node_modules/a/a.js.map"] = "x",
        ["Contents/Resources/a.import"] = "x", ["Contents/Resources/b"] = "x", ["Contents/Resources/b.import.import"] = "x",
      } },
      { params = { forbidden_files = { "**/*.psd" } }, files = { ["Contents/Resources/a.png"] = "x", ["Contents/Resources/a.psb"] = "x" } },
    },
    fail = failing,
  },
}
