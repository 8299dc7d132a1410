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

local patterns = {}
if #allowed > 0 then patterns["*"] = "(?i)\\bhttps?://[0-9a-z-]+(?:\\.[0-9a-z-]+)*\\.[a-z]{2,24}(?:[^0-9a-z.-]|$)" end
for _, host in ipairs(forbidden) do
  patterns[host] = "(?i)(?:^|[^0-9a-z.-])" .. host:gsub("[^%w%-*]", "\\%0"):gsub("%*", "[0-9a-z.-]*") .. "(?:[^0-9a-z.-]|$)"
end

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
  rationale = "A host for tests in a release makes the app fail for everybody, or shows users each other's test data; a host that nobody "
    .. "knows may be a library's tracker. The parameter allowed_hosts lists all hosts that URLs may name, and forbidden_hosts those "
    .. "that must be nowhere, in a URL or not.",
  tags      = { "secrets" },
  applies   = {
    kind = { "application", "extension", "framework", "plugin" }, nested = false, when = function() return #allowed + #forbidden > 0 end,
  },
  check     = function(bundle, report)
    for _, file in ipairs(search.files(bundle)) do
      local seen, matches = {}, file:find(patterns, { limit = most })
      if #matches >= most then
        report:file(file, "there are too many hosts to compare all", { fix = "exclude the file from the app", discriminator = "too many" })
      end
      for _, match in ipairs(matches) do
        local host = match.text:lower():gsub("^%a+://", ""):match("[%w.-]+")
        local is_wrong = match.name ~= "*" or not (is_among(host, allowed) or is_among(host, formats))
        if is_wrong and not seen[host] then
          seen[host] = true
          report:file(file, match.name == "*" and "'%s' is not an allowed host" or "'%s' is a forbidden host", host, {
            expected = match.name == "*" and table.concat(allowed, ", ") or nil,
            fix = "name another host in the build's configuration, or change the list", place = match, discriminator = host,
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      with("'https://api.example.com/v1' 'http://a.b.example.net' http://www.w3.org/2000/svg http://localhost:80 'https://'", only),
      with("'https://production.example.com' my-staging.example.com staging.example.com.au", never),
      {
        kind = "archive", params = only,
        bundles = { ["Products/Applications/App.app"] = { files = { ["Contents/a.js"] = "'https://api.example.com'" } } },
      },
    },
    fail = {
      failing("fetch('https://tracker.example.org/x')", only), failing("'HTTPS://Tracker.Example.org'", only),
      failing(table.concat(many, " "), only), failing("'http://example.net'", only), failing("https://evil-api.example.com", only),
      failing("host = 'staging.example.com'", never), failing("https://STAGING.example.com:80 https://staging.example.com/", never),
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
