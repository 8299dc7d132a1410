local elsewhere = import "apple.elsewhere"
local schemes = import "apple.sdks.schemes"
local values = import "apple.values"

local name, family = "GoogleService-Info.plist", "com.googleusercontent.apps."

-- The client ID written backwards, as its scheme.
local function reversed(client) return client and client:match("^(.+)%.apps%.googleusercontent%.com") end

-- The schemes with which Google returns to the app, one of which the app must have, and the first as text; nil if there is none.
local function wanted(bundle)
  local result, first = {}, nil
  local function add(scheme)
    if scheme then
      result[scheme:lower()], first = true, first or scheme
    end
  end
  local stem = reversed(values.text(bundle.info.GIDClientID))
  add(stem and family .. stem)
  local path = bundle.layout == "contents" and "Contents/Resources/" .. name or name
  -- A file that cannot be read is reported by google-service-info.
  local list = not bundles.problem(bundle, path) and bundles.read(bundle, path)
  if plist.type(list) == "dictionary" then
    add(values.text(list.REVERSED_CLIENT_ID))
    stem = reversed(values.text(list.CLIENT_ID))
    add(stem and family .. stem)
  end
  return result, first
end

-- Whether code of Google Sign-In is in the app, and not only the configuration for it.
local signs = {
  "Frameworks/GoogleSignIn.framework", "GoogleSignIn.bundle", "GoogleSignIn_GoogleSignIn.bundle",
  "Contents/Frameworks/GoogleSignIn.framework", "Contents/Resources/GoogleSignIn_GoogleSignIn.bundle",
}
local function has_sign_in(bundle)
  if bundle.info.GIDClientID ~= nil then return true end
  for _, path in ipairs(signs) do
    if bundles.exists(bundle, path) then return true end
  end
  return false
end

-- For the examples.
local service = "<plist><dict><key>REVERSED_CLIENT_ID</key><string>com.googleusercontent.apps.123-abc</string></dict></plist>"
local function urls(...) return { { CFBundleURLSchemes = { ... } } } end
local function sign_in(types, at, info)
  local all = { CFBundleURLTypes = types }
  for key, value in pairs(info or {}) do all[key] = value end
  return {
    platform = "ios", info = all, files = { [name] = service }, bundles = { ["Frameworks/GoogleSignIn.framework"] = {} },
    at = at,
  }
end
local scheme = "/CFBundleURLTypes/0/CFBundleURLSchemes/0"

rule "google-sign-in" {
  summary   = "An app with Google Sign-In must have the reversed client ID as a URL scheme",
  severity  = "error",
  rationale = "Google Sign-In raises an exception, which terminates the app, if no URL type has the scheme under which Google returns to "
    .. "the app. If only GoogleService-Info.plist contradicts the scheme, it is a warning: code can state the client ID of another "
    .. "project.",
  source    = {
    "Google Identity: Get started with Google Sign-In for iOS and macOS, Add a URL scheme",
    "github.com/google/GoogleSignIn-iOS: GIDSignIn.m, GIDSignInTest.m",
  },
  tags      = { "sdk" },
  applies   = {
    kind = "application", platform = { "ios", "catalyst", "macos" },
    files = { name, "Contents/Resources/" .. name, "Frameworks/GoogleSignIn.framework", "Contents/Frameworks/GoogleSignIn.framework" },
  },
  check     = function(bundle, report)
    local expected, first = wanted(bundle)
    local own = first and schemes.of(bundle)
    if not own then return end
    local is_other = false
    for declared in pairs(own) do
      if expected[declared] then return end
      is_other = is_other or declared:sub(1, #family) == family
    end
    if is_other or has_sign_in(bundle) then
      schemes.report_missing(bundle, report, first, family, "Google Sign-In terminates the app when somebody signs in", {
        expected = first, fix = "add the value of REVERSED_CLIENT_ID as a URL scheme",
        severity = is_other and bundle.info.GIDClientID == nil and "warning" or nil,
      })
    end
  end,
  examples  = {
    pass = {
      elsewhere(sign_in(nil), { kind = "framework" }),
      elsewhere(sign_in(nil), { platform = "watchos" }),
      { platform = "ios" }, sign_in(urls("com.googleusercontent.apps.123-abc")), sign_in(urls("COM.googleusercontent.apps.123-abc", "x")),
      sign_in(urls("$(REVERSED_CLIENT_ID)")),
      -- Nothing but the configuration, which the Firebase console writes in any case.
      { platform = "ios", files = { [name] = service } }, { platform = "ios", files = { [name] = "{" } },
      { platform = "ios", bundles = { ["Frameworks/GoogleSignIn.framework"] = {} } },
      { platform = "ios", info = { GIDClientID = "x" }, files = { [name] = "<plist><array/></plist>" } },
      sign_in(urls("com.googleusercontent.apps.9-z"), nil, { GIDClientID = "9-z.apps.googleusercontent.com" }),
      { platform = "ios", info = { CFBundleURLTypes = { { CFBundleURLSchemes = { 1 } } } }, files = { [name] = service } },
      { platform = "ios", info = { CFBundleURLTypes = { { CFBundleURLSchemes = "x" } } }, files = { [name] = service } },
      { platform = "ios", info = { CFBundleURLTypes = "x", GIDClientID = { "x" } }, files = { [name] = "<plist><array/></plist>" } },
    },
    fail = {
      {
        platform = "ios", info = { GIDClientID = "9-z.apps.googleusercontent.com" },
        bundles = { ["Frameworks/GoogleSignIn.framework"] = {} },
        at = "/CFBundleURLTypes",
      },
      {
        platform = "catalyst", info = { GIDClientID = "9-z.apps.googleusercontent.com" },
        bundles = { ["Contents/Frameworks/GoogleSignIn.framework"] = {} }, at = "/CFBundleURLTypes",
      },
      sign_in(nil, "/CFBundleURLTypes"), sign_in({}, "/CFBundleURLTypes"), sign_in(urls("example"), "/CFBundleURLTypes"),
      sign_in(urls("com.googleusercontent.apps.123-xyz"), scheme),
      -- The client ID as it is.
      sign_in(urls("123-abc.apps.googleusercontent.com"), "/CFBundleURLTypes"),
      {
        platform = "ios", info = { CFBundleURLTypes = urls("com.googleusercontent.apps.123-xyz") }, files = { [name] = service },
          at = scheme,
      },
      {
        platform = "ios", info = { GIDClientID = "9-z.apps.googleusercontent.com" }, files = { [name] = service }, at = "/CFBundleURLTypes",
      },
      {
        platform = "ios", files = { [name] = service, ["GoogleSignIn.bundle/a"] = "x" }, at = "/CFBundleURLTypes",
      },
      {
        platform = "macos",
        files = { ["Contents/Resources/" .. name] = "{ CLIENT_ID = '9-z.apps.googleusercontent.com'; }" },
        bundles = { ["Contents/Frameworks/GoogleSignIn.framework"] = {} }, at = "/CFBundleURLTypes",
      },
      { platform = "macos", files = {
        ["Contents/Resources/" .. name] = service, ["Contents/Resources/GoogleSignIn_GoogleSignIn.bundle/a"] = "x",
      }, at = "/CFBundleURLTypes" },
      {
        platform = "ios", files = { [name] = service, ["GoogleSignIn_GoogleSignIn.bundle/a"] = "x" }, at = "/CFBundleURLTypes",
      },
    },
  },
}
