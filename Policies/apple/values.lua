-- Questions that many rules ask of values. A value of the wrong type answers none of them: that is key-types' finding alone.
local values = {}

local mobile = { ios = true, tvos = true, watchos = true, visionos = true }

-- Whether what the store refuses is all that can happen to the bundle: there is no other way onto these systems.
function values.is_mobile(bundle) return mobile[bundle.platform] == true end

-- Whether the text holds a variable that a build would have replaced: such values are unresolved-variables' finding alone.
function values.has_variable(text) return text:find("%$[({]") ~= nil end

-- A text that says something and holds no variable; else nil.
function values.text(value)
  if type(value) == "string" and value:find("%S") and not values.has_variable(value) then return value end
  return nil
end

function values.list(value) return plist.type(value) == "array" and value or {} end

function values.dictionary(value) return plist.type(value) == "dictionary" and value or {} end

-- What the registry says of a key of the platform, nil of any other: `keys` holds functions, too, that a key may be called after.
function values.entry(name)
  if keys.is_custom(name) then return nil end
  return keys[name]
end

-- The key and its qualified forms, as far as they are there.
function values.forms(info, key)
  local result = {}
  if info[key] ~= nil then result[1] = key end
  for _, variant in ipairs(plist.variants(info, key)) do result[#result + 1] = variant.key end
  return result
end

-- The application around a bundle; nil when there is none.
function values.host(bundle)
  local around = bundle.parent
  while around and around.kind ~= "application" do around = around.parent end
  return around
end

-- Whether people open the application: those around an extension for Messages or an application for the watch alone they don't.
function values.is_opened(bundle)
  return bundle.info.LSApplicationLaunchProhibited ~= true and bundle.info.ITSWatchOnlyContainer ~= true
end

-- Whether the bundle is an app extension, and not one of the services that are extensions too.
function values.is_app_extension(bundle) return bundle.name:sub(-6) == ".appex" end

-- The whole numbers between the periods of a text, as texts; nil when there is anything else.
function values.numbers(text)
  local result = {}
  for part in text:gmatch("[^.]*") do
    if not part:find("^%d+$") then return nil end
    result[#result + 1] = part
  end
  return result
end

local mac = { macos = true, catalyst = true }

-- The key under which the bundle says what system it needs.
function values.minimum_os_key(bundle) return mac[bundle.platform] and "LSMinimumSystemVersion" or "MinimumOSVersion" end

-- The first system that the bundle runs on, as it says; nil when it says none that can be read.
function values.minimum_os(bundle)
  local text = values.text(bundle.info[values.minimum_os_key(bundle)])
  return text and version.parse(text) and text or nil
end

-- The build that this one follows: of those for the same system the one with the highest release that is not above this one's, so
-- that a release of an earlier line follows its own. Without a release that can be read, the newest for the same system.
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

-- A build as people call it: `1.2 (42)`.
function values.build_text(bundle)
  local release, build = values.text(bundle.info.CFBundleShortVersionString), values.text(bundle.info.CFBundleVersion)
  return "the earlier build" .. (release and " " .. release or "") .. (build and " (" .. build .. ")" or "")
end

return values
