-- Sixty rules in the styles of authors who came from Rego, Ruby, Python, JavaScript, shell and C. Lint must report none of them.
policy "test" { summary = "Styles" }

local function map(list, f) local out = {} for i, v in ipairs(list) do out[i] = f(v) end return out end
local function filter(list, f) local out = {} for _, v in ipairs(list) do if f(v) then out[#out + 1] = v end end return out end
local function any(list, f) for _, v in ipairs(list) do if f(v) then return true end end return false end
local function all(list, f) return not any(list, function(v) return not f(v) end) end
local function keys_of(t) local out = {} for k in pairs(t) do out[#out + 1] = k end table.sort(out) return out end
local function Set(list) local s = {} for _, v in ipairs(list) do s[v] = true end return s end
local function starts(s, p) return s:sub(1, #p) == p end
local function ends(s, p) return p == "" or s:sub(-#p) == p end
local function split(s, sep) local out = {} for part in s:gmatch("[^" .. sep .. "]+") do out[#out + 1] = part end return out end
local function trim(s) return (s:gsub("^%s+", ""):gsub("%s+$", "")) end
local function default(v, d) if v == nil then return d end return v end
local function try(f, ...) local ok, result = pcall(f, ...) return ok and result or nil end
local function fold(list, start, f) local r = start for _, v in ipairs(list) do r = f(r, v) end return r end
local List = {}
List.__index = List
function List.new(items) return setmetatable({ items = items or {} }, List) end
function List:push(v) self.items[#self.items + 1] = v return self end
function List:each(f) for i = 1, #self.items do f(self.items[i], i) end return self end
function List:count() return #self.items end
local ALLOWED = Set { "de", "en", "fr" }
local LIMITS = { application = 80e6, framework = 20e6, ["extension"] = 10e6 }
local n = 0
local function check(summary, body)
  n = n + 1
  rule("style-" .. n) { summary = summary, rationale = "r", check = body,
    examples = { pass = { {} }, fail = { { at = "/X" } } } }
end

check("deny[msg] of Rego", function(bundle, report)
  local deny = {}
  if bundle.info.CFBundleName == nil then deny[#deny + 1] = "no name" end
  if bundle.info.CFBundleVersion == nil then deny[#deny + 1] = "no version" end
  for _, msg in ipairs(deny) do report(msg) end
end)
check("a function of helpers", function(bundle, report)
  local bad = filter(bundle.localizations, function(l) return not ALLOWED[locale.language(l) or l] end)
  if #bad > 0 then report("unexpected: %s", table.concat(bad, ", ")) end
end)
check("early returns", function(bundle, report)
  if bundle.kind ~= "application" then return end
  local exe = bundle.executable_file
  if not exe then return report("no executable") end
  if exe.mach_o == nil then return report:file(exe, "not code") end
end)
check("ternaries", function(bundle, report)
  local where = bundle.platform == "macos" and "Contents/Info.plist" or "Info.plist"
  if not bundles.exists(bundle, where) then report:file(where, "missing") end
end)
check("object orientation", function(bundle, report)
  local found = List.new()
  for path in pairs(bundle.files) do if ends(path, ".orig") then found:push(path) end end
  found:each(function(path) report:file(path, "left over") end)
  if found:count() > 100 then report("too many") end
end)
check("closures that count", function(bundle, report)
  local count = 0
  local function note() count = count + 1 end
  for _, f in ipairs(bundles.files(bundle, "**/*.png")) do if f.size and f.size > 2 ^ 20 then note() end end
  if count > 0 then report("%d large images", count) end
end)
check("defensive code", function(bundle, report)
  local info = bundle.info or {}
  if info and info.CFBundleIdentifier and type(info.CFBundleIdentifier) == "string" then
    if not info.CFBundleIdentifier:match("^com%.example%.") then report:at(bundle.info, "CFBundleIdentifier", "foreign") end
  end
end)
check("nested loops with goto", function(bundle, report)
  for _, file in ipairs(bundles.files(bundle, "**")) do
    if file.type ~= "file" then goto continue end
    if file.executable and not file.mach_o then report:file(file, "executable, but not code") end
    ::continue::
  end
end)
check("while and repeat", function(bundle, report)
  local b, depth = bundle, 0
  while b.parent do b = b.parent depth = depth + 1 end
  repeat depth = depth - 1 until depth <= 3
  if depth > 0 then report("nested too deeply") end
end)
check("numeric loops", function(bundle, report)
  local list = bundle.localizations
  for i = #list, 1, -1 do if list[i] == "Base" then report("Base is at %d", i) end end
  for i = 2, #list do if list[i - 1] == list[i] then report("twice") end end
end)
check("tables of functions", function(bundle, report)
  local by_kind = { application = function() return 1 end, framework = function() return 2 end }
  local f = by_kind[bundle.kind]
  if f and f() > 1 then report("a framework") end
end)
check("limits by kind", function(bundle, report)
  local limit = LIMITS[bundle.kind] or math.huge
  local size = bundle.measures["install-size"] or 0
  if size > limit then report("%d bytes, above %s", size, limit) end
end)
check("string building", function(bundle, report)
  local parts = { bundle.name, tostring(bundle.platform), #bundle.localizations }
  local text = table.concat(map(parts, tostring), "/")
  if #text > 200 then report("too long: " .. text .. " (" .. #text .. ")") end
end)
check("versions as numbers", function(bundle, report)
  local major = tonumber((bundle.info.CFBundleShortVersionString or "0"):match("^%d+")) or 0
  if major < 1 then report:at(bundle.info, "CFBundleShortVersionString", "below 1") end
end)
check("versions as versions", function(bundle, report)
  local v = version.parse(bundle.info.CFBundleVersion or "")
  if v == nil or v < version.parse("1.0") then report("old") end
  if v and v.numbers[1] == 0 then report("major version 0") end
end)
check("comparison with the history", function(bundle, report)
  local before = bundle.history[1]
  if before == nil then return end
  if #before.localizations > #bundle.localizations then report("lost languages") end
  for i, old in ipairs(bundle.history) do if i > 5 then break end if old.identifier ~= bundle.identifier then report("renamed") end end
end)
check("ATS by hand", function(bundle, report)
  local ats = bundle.info.NSAppTransportSecurity
  if ats and ats.NSAllowsArbitraryLoads == true then report:at(ats, "NSAllowsArbitraryLoads", "insecure") end
  for domain, options in pairs(ats and ats.NSExceptionDomains or {}) do
    if options.NSExceptionAllowsInsecureHTTPLoads then report("%s", domain) end
  end
end)
check("URL types", function(bundle, report)
  for i, t in ipairs(bundle.info.CFBundleURLTypes or {}) do
    for _, scheme in ipairs(t.CFBundleURLSchemes or {}) do
      if starts(scheme, "http") then report:at(t, "CFBundleURLSchemes", "entry %d: %s", i, scheme) end
    end
  end
end)
check("slices", function(bundle, report)
  local exe = bundle.executable_file
  local slices = exe and exe.mach_o and exe.mach_o.slices or {}
  if not any(slices, function(s) return s.architecture == "arm64" end) then report("no arm64") end
  for _, s in ipairs(slices) do if not s.is_pie or (s.cryptid or 0) ~= 0 then report("%s", s.architecture) end end
end)
check("code", function(bundle, report)
  for _, code in ipairs(bundles.code(bundle, { nested = true, roles = { "library", "main" } })) do
    if code.problem then report:file(code.path, "%s", code.problem) end
    if code.file and code.file.size == 0 then report:file(code.file, "empty") end
  end
end)
check("components", function(bundle, report)
  for _, c in ipairs(bundles.components(bundle)) do
    local v = c.version and version.parse(c.version, "sparkle")
    if c.sdk == "OpenSSL" and v and v < version.parse("3.0.13", "sparkle") then report("%s %s", c.name, c.version) end
    if c.kind == "linked" and c.evidence == nil then report("?") end
  end
end)
check("search", function(bundle, report)
  for _, f in ipairs(bundles.files(bundle, "**/*.js")) do
    for _, m in ipairs(f:find({ aws = "AKIA[0-9A-Z]{16}", key = "(?i)secret\\s*=" }, { limit = 3 }) or {}) do
      report:file(f, "%s at %d", m.name, m.offset or 0, { place = m, severity = "warning" })
    end
  end
end)
check("entitlements", function(bundle, report)
  local e = bundle.entitlements or {}
  if e["get-task-allow"] then report("debuggable") end
  for name, value in pairs(e) do if value == true and starts(name, "com.apple.private.") then report("%s", name) end end
end)
check("profiles", function(bundle, report)
  local p = bundle.profile
  if not p then return end
  if p.kind == "development" or p.kind == "ad_hoc" then report("a %s profile", p.kind) end
  if p.expires and p.expires < as_of then report("expired in %d", p.expires.year) end
  if #p.devices > 0 and not p.provisions_all_devices then report("devices") end
end)
check("signatures", function(bundle, report)
  local seal = bundle.seal
  if seal and not seal.is_intact then for _, path in ipairs(seal.changed) do report:file(path, "changed") end end
  if seal and #seal.added + #seal.missing > 0 then report("%d", #seal.added) end
end)
check("modes", function(bundle, report)
  for path, f in pairs(bundle.files) do
    if f.mode & 0x12 ~= 0 then report:file(path, "writable by all") end
    if f.type == "symbolicLink" and f.target and f.target:sub(1, 1) == "/" then report:file(path, "absolute") end
  end
end)
check("languages", function(bundle, report)
  local strings = bundles.strings(bundle, "Localizable", "en")
  for _, language in ipairs(bundle.localizations) do
    local other = bundles.strings(bundle, "Localizable", language) or {}
    for key in pairs(strings or {}) do if not other[key] then report("%s lacks %s", language, key) end end
  end
end)
check("info strings", function(bundle, report)
  for _, text in ipairs(bundles.info_strings(bundle, { contains = "UsageDescription" })) do
    if trim(tostring(text.value)) == "" then report:at(text.node, text.key, "blank in %s", text.language) end
  end
end)
check("places", function(bundle, report)
  local place = plist.place(bundle.info, "CFBundleName")
  if place and place.line == 1 then report("on the first line of %s", place.file) end
  for _, d in ipairs(plist.diagnostics(bundle.info)) do report("%s", d.message) end
end)
check("pointers", function(bundle, report)
  for _, found in ipairs(plist.find(bundle.info, "/CFBundleDocumentTypes/*/CFBundleTypeRole")) do
    if found.value ~= "Editor" and found.value ~= "Viewer" then report:at(found.node, found.key, "%s", found.value) end
  end
end)
check("types", function(bundle, report)
  for key, value in pairs(bundle.info) do
    local t = plist.type(value)
    if t == "string" and value == "" then report:at(bundle.info, key, "empty") end
    if t ~= "dictionary" and t ~= "array" and type(value) == "userdata" then report("%s", key) end
  end
end)
check("numbers in any form", function(bundle, report)
  local families = bundle.info.UIDeviceFamily
  if families ~= nil and (families == 1 or (plist.type(families) == "array" and families[1] == 1)) then report("phone") end
end)
check("images", function(bundle, report)
  for _, f in ipairs(bundles.files(bundle, { "**/AppIcon*.png", "AppIcon*.png" })) do
    local png = f.png
    if png and (png.has_alpha or png.width ~= png.height) then report:file(f, "%dx%d", png.width, png.height) end
  end
end)
check("catalogs", function(bundle, report)
  for _, f in ipairs(bundles.files(bundle, "**/*.car")) do
    for _, asset in ipairs(f.catalog and f.catalog.assets or {}) do
      if asset.kind == "icon" and #asset.images == 0 then report:file(f, "%s is empty", asset.name) end
    end
  end
end)
check("JSON", function(bundle, report)
  for _, f in ipairs(bundles.files(bundle, "**/config.json")) do
    local json = try(function() return f.json end)
    if json and json.debug then report:file(f, "debug") end
  end
end)
check("text", function(bundle, report)
  for _, f in ipairs(bundles.files(bundle, "**", { extensions = { "md", "TXT" }, except = "Frameworks/**" })) do
    local number = 0
    for line in (f.text or ""):gmatch("[^\n]*") do
      number = number + 1
      if line:find("TODO", 1, true) then report:file(f, "%d", number) end
    end
  end
end)
check("duplicates by digest", function(bundle, report)
  local seen = {}
  for path, f in pairs(bundle.files) do
    local digest = f.sha256
    if digest and seen[digest] then report:file(path, "same as %s", seen[digest]) end
    if digest then seen[digest] = path end
  end
end)
check("groups", function(bundle, report)
  local by_extension = {}
  for path in pairs(bundle.files) do
    local e = path:match("%.([^./]+)$") or ""
    by_extension[e] = (by_extension[e] or 0) + 1
  end
  if next(by_extension) == nil then report("no files") end
  for _, e in ipairs(keys_of(by_extension)) do if by_extension[e] > 1000 then report("%s: %d", e, by_extension[e]) end end
end)
check("sums", function(bundle, report)
  local sum = fold(bundles.files(bundle, "**", "file"), 0, function(s, f) return s + (f.size or 0) end)
  if sum / 1e6 > 100 then report("%.1f MB", sum / 1e6) end
end)
check("recursion", function(bundle, report)
  local function walk(node, depth)
    for key, value in pairs(node) do
      if type(value) == "userdata" and plist.type(value) == "dictionary" then walk(value, depth + 1) end
      if depth > 20 then report:at(node, key, "deep") end
    end
  end
  walk(bundle.info, 0)
end)
check("tests of truth", function(bundle, report)
  local strict = default(bundle.info.ExampleStrict, false)
  if strict == true or strict == 1 or strict == "YES" then report("strict") end
  if not not bundle.is_stapled ~= (bundle.parent == nil) then report("odd") end
end)
check("bundles in bundles", function(bundle, report)
  for _, inner in ipairs(bundle.bundles) do
    if inner.kind == "extension" and inner.info.CFBundleVersion ~= bundle.info.CFBundleVersion then report("%s", inner.path) end
    if inner.parent ~= bundle then report("lost") end
  end
end)
check("formats", function(bundle, report)
  for _, f in ipairs(bundles.files(bundle, "**", { type = "file", is = { "executable", "empty" } })) do
    if f.format == "script" or f.format == "mach_o" then report:file(f, ("%s: %5.1f %%"):format(f.path, 99.5)) end
  end
end)
check("splitting", function(bundle, report)
  local parts = split(bundle.identifier or "", ".")
  if #parts < 3 or parts[#parts] == "test" or all(parts, function(p) return p:match("^%l+$") ~= nil end) then report("id") end
end)
check("patterns", function(bundle, report)
  local id = bundle.identifier or ""
  if not id:match("^[%w%-]+%.[%w%-%.]+$") or id:find("..", 1, true) or id:find("%-%-") then report("form") end
  if bundle.name:gsub("[^%w]", ""):lower() ~= bundle.name:lower() then report("%s", bundle.name:gsub(".", "%0 ")) end
end)
check("fixes", function(bundle, report)
  if bundle.info.CFBundleGetInfoString then
    report:at(bundle.info, "CFBundleGetInfoString", "old", { fix = { remove = "CFBundleGetInfoString" }, expected = "nothing" })
  end
  report:missing(bundle.info, "NSHumanReadableCopyright", { fix = { add = { NSHumanReadableCopyright = "©" } }, severity = "note" })
end)
check("multiple assignment", function(bundle, report)
  local first, second = (bundle.info.CFBundleVersion or ""):match("(%d+)%.(%d+)")
  first, second = tonumber(first) or 0, tonumber(second) or 0
  if first < second then report("%d < %d", first, second) end
end)
check("varargs", function(bundle, report)
  local function one_of(value, ...) for _, v in ipairs({ ... }) do if v == value then return true end end return select("#", ...) == 0 end
  if not one_of(bundle.kind, "application", "framework") then report("kind") end
end)
check("reads in one line", function(bundle, report)
  local manifest = bundles.read(bundle, "PrivacyInfo.xcprivacy")
  if not manifest or #(manifest.NSPrivacyAccessedAPITypes or {}) == 0 then report:file("PrivacyInfo.xcprivacy", "no reasons") end
end)
check("matrices", function(bundle, report)
  local grid = { [0] = "x", "y", [5] = "z" }
  for column = 0, #bundle.name do grid[column] = column end
  if grid[0] == #bundle.localizations then report("%s", grid[#grid]) end
end)
check("memo", function(bundle, report)
  local memo = setmetatable({}, { __index = function(t, k) local v = locale.language(k) or "?" return v end })
  for _, l in ipairs(bundle.localizations) do if memo[l] == "?" then report("%s", l) end end
end)

local clauses = {
  { require = { "CFBundleName", "/CFBundleURLTypes/0/CFBundleURLSchemes/0", "com.example.Key" } },
  { forbid = { "/NSAppTransportSecurity/NSAllowsArbitraryLoads", "UIMainStoryboardFile~ipad", "ExampleSecret" } },
  { files = { require = { "**/*.lproj", "Contents/Info.plist" }, forbid = { "**/.DS_Store", "**/*[!a-z0-9].tmp", "*.xc?onfig" } } },
  { shape = { CFBundleName = text { pattern = "^[%a ]+$", max_length = 15 }, ITSAppUsesNonExemptEncryption = optional(boolean) } },
  { shape = { CFBundleDocumentTypes = optional(list_of { CFBundleTypeName = text, LSItemContentTypes = optional(list_of(text)) }) } },
  { shape = { UIDeviceFamily = list_of(one_of { 1, 2 }), NSAppTransportSecurity = optional({ NSAllowsArbitraryLoads = false }) } },
  { entitlements = { ["com.apple.security.app-sandbox"] = true, ["get-task-allow"] = optional(false) } },
  { budget = { measure = "install-size", max = "80 MB", growth = "2 %" } },
  { unchanged = { "entitlements", "url-schemes" } },
}
for i, clause in ipairs(clauses) do
  clause.summary, clause.rationale = "clause " .. i, "r"
  clause.applies = { kind = "application", files = "**/*.strings", when = function(bundle) return bundle.identifier ~= "com.example.x" end }
  clause.examples = { pass = { {} }, fail = { { at = "/X" } } }
  rule("clause-" .. i)(clause)
end
check("a stack", function(bundle, report)
  local stack = { bundle }
  while #stack > 0 do
    local top = stack[#stack]
    stack[#stack] = nil
    for _, inner in ipairs(top.bundles) do stack[#stack + 1] = inner end
    if top.kind == "xcframework" then report("has %s", top.name) end
  end
end)
check("is it empty?", function(bundle, report)
  local function empty(t) for _ in pairs(t) do return false end return true end
  if empty(bundle.files) then report("no files") end
end)
check("one name for several values", function(bundle, report)
  local name = bundle.name
  for _, inner in ipairs(bundle.bundles) do
    local name = inner.name
    if name:lower():find("debug", 1, true) then report("contains %s", name) end
  end
  if name:lower():match("[Dd]ebug") or name:upper():find("DEBUG") then report("%s", name) end
end)
check("a table of both", function(bundle, report)
  local found = { count = 0 }
  for _, file in ipairs(bundles.files(bundle, "**/*.log")) do
    found[#found + 1] = file.path
    found.count = found.count + 1
    found[file.path] = true
  end
  if found.count ~= #found or found["a.log"] then report("%d logs", #found) end
end)
check("userdata and tables", function(bundle, report)
  local function size(value)
    if type(value) == "table" or type(value) == "userdata" then return #value end
    return 0
  end
  if size(bundle.info.CFBundleURLTypes) > 3 or size({}) > 0 then report("too many") end
end)
check("an answer or nothing", function(bundle, report)
  local function known(name) if ALLOWED[name] then return true end end
  for _, name in ipairs(bundle.localizations) do
    if known(name) ~= true then report("%s", name) end
  end
end)
check("varargs", function(bundle, report)
  local function count(...) return select("#", ...) end
  if count(table.unpack(bundle.localizations)) > 9 then report("many") end
end)
check("entitlements of our own", function(bundle, report)
  local granted = bundle.entitlements or {}
  if granted["com.example.special"] or granted["com.apple.developer.networking.new-kind"] == "x" then report("x") end
  if granted["aps-environment"] ~= "production" and granted["get-task-allow"] ~= false then report("not for the store") end
end)
check("counters of each kind", function(bundle, report)
  local last, n = nil, 0
  for _, inner in ipairs(bundle.bundles) do last = inner.name n = n + 1 end
  if last == "x" or n == 3 or n == 3.0 then report("x") end
end)
