local search = import "apple.secrets.search"

local allowed = parameter "allowed_hosts" {
  type = "list", default = {},
  summary = "the only hosts that URLs in the app may name, such as api.example.com or *.example.com; by default, all",
}
local forbidden = parameter "forbidden_hosts" {
  type = "list", default = {}, summary = "hosts that must not be in the app, such as staging.example.com or *.internal.example.com",
}

-- Hosts in the names of formats, and in the certificates of code signatures: nothing is requested from them.
local formats = {
  "*.apple.com", "*.w3.org", "ns.adobe.com", "purl.org", "schemas.microsoft.com", "schemas.openxmlformats.org", "schemas.android.com",
  "json-schema.org",
}

-- The number of matches in a file that are compared.
local most = 10000

-- The end of a host, perhaps with the period that ends a sentence.
local ending = "\\.?(?:[^0-9a-z.-]|$)"

-- The name of the pattern for all URLs, which no host has.
local any_url = "any URL"

-- The values of both parameters that cannot be hosts, such as URLs: nothing would match them.
local invalid = {}
for _, list in ipairs { allowed, forbidden } do
  for _, host in ipairs(list) do
    if not host:find("^[%w_.*-]+$") or not host:find("%w") then invalid[#invalid + 1] = host end
  end
end

local patterns = {}
if #allowed > 0 then patterns[any_url] = "(?i)\\bhttps?://[0-9a-z-]+(?:\\.[0-9a-z-]+)*\\.[a-z]{2,24}" .. ending end
for _, host in ipairs(forbidden) do
  patterns[host] = "(?i)(?:^|[^0-9a-z.-])" .. host:gsub("[^%w_%-*]", "\\%0"):gsub("%*", "[0-9a-z.-]*") .. ending
end

-- The same without names.
local any = {}
for _, pattern in pairs(patterns) do any[#any + 1] = pattern end

local function is_among(host, list)
  for _, pattern in ipairs(list) do
    if glob.match(pattern:lower(), host) then return true end
  end
  return false
end

-- For the examples.
local only, never = { allowed_hosts = { "api.example.com", "*.example.net" } }, { forbidden_hosts = { "staging.example.com",
  "*.internal" } }
local function with(text, params) return { platform = "ios", params = params, files = { ["a.js"] = text } } end
local many = {}
for index = 1, most do many[index] = "https://h" .. index .. ".example.net" end
local function failing(text, params)
  local example = with(text, params)
  example.at, example.count = "a.js", 1
  return example
end

rule "hosts" {
  summary   = "An app must name only allowed hosts, and no forbidden ones",
  severity  = "error",
  rationale = "A test host in a release makes the app fail for everybody, or shows test data to users; a host that nobody knows may be "
    .. "a library's tracker. The parameter allowed_hosts lists all hosts that URLs may name, and forbidden_hosts those that must not "
    .. "appear anywhere, in a URL or not.",
  tags      = { "security", "secrets" },
  applies   = {
    kind = { "application", "extension", "framework", "plugin" }, nested = false, when = function() return #allowed + #forbidden > 0 end,
  },
  check     = function(bundle, report)
    for _, host in ipairs(invalid) do
      report("'%s' is not a host name", host, {
        expected = "a host such as api.example.com, or *.example.com for all hosts below it",
        fix = "correct the parameter allowed_hosts or forbidden_hosts: leave out the scheme, the port and the path", discriminator = host,
      })
    end
    if #invalid > 0 then return end
    for _, file in ipairs(search.files(bundle, any)) do
      local seen, matches = {}, file:find(patterns, { limit = most })
      if #matches >= most then
        report:file(file, "the file names too many hosts to check all of them", {
          fix = "exclude the file from the app", discriminator = "too many",
        })
      end
      for _, match in ipairs(matches) do
        local host = match.text:lower():gsub("%a+://", ""):match("[%w._-]+"):gsub("%.$", "")
        local is_wrong = match.name ~= any_url or not (is_among(host, allowed) or is_among(host, formats))
        if is_wrong and not seen[host] then
          seen[host] = true
          report:file(file, match.name == any_url and "'%s' is not an allowed host" or "'%s' is a forbidden host", host, {
            expected = match.name == any_url and table.concat(allowed, ", ") or nil,
            fix = "name another host in the build's configuration, or change the list", place = match, discriminator = host,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      with("'https://api.example.com/v1' 'http://a.b.example.net' http://www.w3.org/2000/svg http://localhost:80 'https://'", only),
      with("See https://api.example.com.", only),
      with("'https://production.example.com' my-staging.example.com staging.example.com.au", never),
      { kind = "archive", params = only, files = { ["dSYMs/a.js"] = "'https://tracker.example.org'" } },
      {
        kind = "archive", params = only,
        bundles = { ["Products/Applications/App.app"] = { files = { ["Contents/a.js"] = "'https://api.example.com'" } } },
      },
    },
    fail = {
      failing("fetch('https://tracker.example.org/x')", only), failing("'HTTPS://Tracker.Example.org'", only),
      failing(table.concat(many, " "), only), failing("'http://example.net'", only), failing("https://evil-api.example.com", only),
      {
        params = never, bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Resources/a.js"] = "x.internal" } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Resources/a.js", count = 1,
      },
      failing("host = 'staging.example.com'", never), failing("https://STAGING.example.com:80 https://staging.example.com/", never),
      failing("Do not use staging.example.com.", never), failing("See https://evil.example.org.", only),
      failing("https://test_api.example.com", { forbidden_hosts = { "test_api.example.com" } }),
      {
        platform = "ios", count = 1, message = "not a host name", params = { forbidden_hosts = { "*" } },
        files = { ["a.js"] = "https://tracker.example.org" },
      },
      {
        platform = "ios", count = 3, message = "not a host name",
        params = { forbidden_hosts = { "https://staging.example.com/v1", "*" }, allowed_hosts = { "example.com:80" } },
      },
      failing("db.internal", never), failing("ftp://a.b.internal/", never),
      {
        params = never, files = { ["Contents/MacOS/App"] = { mach_o = { strings = { "https://staging.example.com/v1" } } } },
        at = "Contents/MacOS/App",
      },
      { kind = "framework", params = never, files = { ["Versions/A/Resources/a.js"] = "x.internal" }, at = "Versions/A/Resources/a.js" },
      { kind = "extension", params = never, files = { ["Contents/Resources/a.js"] = "x.internal" }, at = "Contents/Resources/a.js" },
      { kind = "plugin", params = never, files = { ["Contents/Resources/a.js"] = "x.internal" }, at = "Contents/Resources/a.js" },
    },
  },
}
