-- Questions about values that many rules ask. A value of the wrong type satisfies none of them: only key-types reports it.
local values = {}

local mobile = { ios = true, tvos = true, watchos = true, visionos = true }

-- Whether the store is the only way onto the bundle's system.
function values.is_mobile(bundle) return mobile[bundle.platform] == true end

-- Whether the text contains a build variable. Only unresolved-variables reports such values.
function values.has_variable(text) return text:find("%$[({]") ~= nil end

-- Whether a string shows nothing. Most contain a letter or a digit, so that only the others are worth asking the host about.
function values.is_blank(text) return not text:find("%w") and plist.is_blank(text) end

-- A string that is neither blank nor contains a variable; else nil.
function values.text(value)
  if type(value) == "string" and not values.is_blank(value) and not values.has_variable(value) then return value end
  return nil
end

function values.list(value) return plist.type(value) == "array" and value or {} end

function values.dictionary(value) return plist.type(value) == "dictionary" and value or {} end

-- The registry's entry for a key of the platform, nil for any other key: `keys` also has functions, and a key may share a name with one.
function values.entry(name)
  if keys.is_custom(name) then return nil end
  return keys[name]
end

local function field(object, name) return object[name] end

-- A field of a file, of its code or of a bundle that is read from the contents of a file; nil if these cannot be read. Only for what
-- a rule reports then: files-are-whole, entitlements-readable, or the rule that asks.
function values.readable(object, name)
  local is_read, value = pcall(field, object, name)
  return is_read and value or nil
end

-- The places of patterns in a file; none if it cannot be read.
function values.matches(file, patterns, options)
  local is_read, found = pcall(function() return file:find(patterns, options) end)
  return is_read and found or {}
end

-- Whether a file can be opened: not a link that leads nowhere, which only links-stay-inside reports.
function values.can_open(file) return file.type ~= "symbolicLink" or file.destination ~= nil end

-- The headers of a file with code; nil for any other, for a damaged one, which only files-are-whole reports, and for a link that
-- leads nowhere, which only links-stay-inside reports.
function values.code(file) return file and values.readable(file, "mach_o") end

-- The header of a PNG file; nil for any other, and for a damaged one.
function values.png(file) return file and file.type ~= "directory" and not file.problem and file.png or nil end

-- The key and its qualified forms, if present.
function values.forms(info, key)
  local result = {}
  if info[key] ~= nil then result[1] = key end
  for _, variant in ipairs(plist.variants(info, key)) do result[#result + 1] = variant.key end
  return result
end

-- The application that contains a bundle; nil if there is none.
function values.host(bundle)
  local around = bundle.parent
  while around and around.kind ~= "application" do around = around.parent end
  return around
end

-- Whether users can open the app: not if it only contains a Messages extension or a watch app.
function values.is_opened(bundle)
  return bundle.info.LSApplicationLaunchProhibited ~= true and bundle.info.ITSWatchOnlyContainer ~= true
end

-- Whether the bundle is an app extension. Services have the kind `extension`, too.
function values.is_app_extension(bundle) return bundle.kind ~= "application" and bundle.name:sub(-6) == ".appex" end

-- Whether one of the parts between the periods of an identifier is this word, in any letter case.
function values.has_part(identifier, word) return ("." .. identifier:lower()):find("%." .. word .. "%f[.\0]") ~= nil end

-- The whole numbers between the periods of a string, as strings; nil if it contains anything else.
function values.numbers(text)
  local result = {}
  for part in text:gmatch("[^.]*") do
    if not part:find("^%d+$") then return nil end
    result[#result + 1] = part
  end
  return result
end

local systems = { macos = "macOS", catalyst = "Mac Catalyst", ios = "iOS", tvos = "tvOS", watchos = "watchOS", visionos = "visionOS" }

-- The name of a platform as users know it: `macOS`, or `iOS Simulator` for code.
function values.system(platform)
  local base, is_simulator = platform:gsub("%-simulator$", "")
  return (systems[base] or base) .. (is_simulator == 1 and " Simulator" or "")
end

local mac = { macos = true, catalyst = true }

-- The key that declares the minimum system.
function values.minimum_os_key(bundle) return mac[bundle.platform] and "LSMinimumSystemVersion" or "MinimumOSVersion" end

-- The minimum system that the bundle declares; nil if it declares none that can be read.
function values.minimum_os(bundle)
  local text = values.text(bundle.info[values.minimum_os_key(bundle)])
  return text and version.parse(text) and text or nil
end

-- Whether the bundle was built with the SDK of this system or a later one. A bundle that does not say was if it requires that system.
function values.is_built_with(bundle, system)
  for _, text in ipairs { values.text(bundle.info.DTPlatformVersion) or false, values.minimum_os(bundle) or false } do
    if text and version.parse(text) and version.compare(text, system) >= 0 then return true end
  end
  return false
end

-- Whether readers take the value for true: so do the tools of builds and the store with the string YES.
function values.is_true(value)
  local word = type(value) == "string" and value:lower()
  return value == true or value == 1 or word == "yes" or word == "true" or word == "1"
end

-- The device families of an iOS app, by number. The store also accepts numbers in strings.
function values.families(bundle)
  local result = {}
  for _, family in ipairs(values.list(bundle.info.UIDeviceFamily)) do
    local number = tonumber(family)
    if number then result[number] = true end
  end
  return result
end

-- The build that this one follows: among those for the same system, the one with the highest release up to this one's, so
-- that a release of an earlier line follows its own line. Without a readable release, the newest build for the same system.
function values.predecessor(bundle)
  local release = values.text(bundle.info.CFBundleShortVersionString)
  if release and version.parse(release) then
    local found = bundle.history:highest("CFBundleShortVersionString", { up_to = release })
    if found or bundle.history:highest("CFBundleShortVersionString") then return found end
  end
  for _, earlier in ipairs(bundle.history) do
    if earlier.platform == bundle.platform then return earlier end
  end
  return nil
end

-- A build as people refer to it: `1.2 (42)`.
function values.build_text(bundle)
  local release, build = values.text(bundle.info.CFBundleShortVersionString), values.text(bundle.info.CFBundleVersion)
  return "the earlier build" .. (release and " " .. release or "") .. (build and " (" .. build .. ")" or "")
end

return values
