local entitlements = import "apple.code.entitlements"
local images = import "apple.code.images"
local inner_path = import "apple.layout.inner_path"
local protected = import "apple.privacy.protected_resources"
local unreadable_symbols = import "apple.code.unreadable_symbols"
local uses = import "apple.code.uses"
local values = import "apple.values"

local function grants(value, element)
  if value == true then return element == nil end
  for _, one in ipairs(values.list(value)) do
    if element == nil or one == element then return true end
  end
  return false
end

local function has_any(info, names)
  for _, name in ipairs(names) do
    if #values.forms(info, name) > 0 then return true end
  end
  return false
end

-- The entries of by_use by selector.
local entries_of = {}
for _, entry in ipairs(protected.by_use) do
  for _, selector in ipairs(entry.selectors or {}) do
    entries_of[selector] = entries_of[selector] or {}
    table.insert(entries_of[selector], entry)
  end
end

-- Whether no class that needs another description has a method of this name: it is not known which gets the message.
local function is_certain(code, selector, wanted)
  for _, entry in ipairs(entries_of[selector]) do
    if entry.keys ~= wanted.keys and code.class(entry.class) then return false end
  end
  return true
end

-- The part of an entry that code uses: `requestWhenInUseAuthorization of CLLocationManager`; nil if nothing is certain.
local function used(code, entry)
  if entry.symbol then return code.symbol(entry.symbol) and (entry.name or entry.symbol:sub(2)) or nil end
  if not code.class(entry.class) or entry.with and not (code.symbol(entry.with) and code.class(entry.with_class)) then return nil end
  for _, selector in ipairs(entry.selectors) do
    if code.selector(selector) and is_certain(code, selector, entry) then return selector .. " of " .. entry.class end
  end
  return nil
end

-- Calls `found` with the path of each image of the app and its frameworks, and its slices. Extensions have usage descriptions of their own.
local function each_image(bundle, prefix, found)
  for _, image in ipairs(images(bundle)) do found(prefix .. image.file.path, image.slices) end
  for _, inner in ipairs(bundle.bundles) do
    if inner.kind == "framework" then
      each_image(inner, prefix .. inner_path(inner, bundle) .. "/", found)
    end
  end
end

-- Descriptions that are enough instead of another on the Mac, by the first name of the others.
local mac_names = { NSLocationWhenInUseUsageDescription = { "NSLocationUsageDescription" } }

-- Reports the descriptions that an app lacks for its entitlements, background modes and code.
return function(bundle, report)
  local info, reported = bundle.info, {}
  local function require_any(names, cause, subject, severity)
    local first = names[1]
    if reported[first] or has_any(info, names) or not values.is_mobile(bundle) and has_any(info, mac_names[first] or {}) then return end
    reported[first] = true
    report:missing(info, first, "%s, but %s no %s", cause, subject, first, {
      expected = "a sentence that states the reason", fix = ("add %s, or remove what needs it"):format(first), severity = severity,
    })
  end
  local modes = info.UIBackgroundModes
  for _, mode in ipairs(values.list(modes)) do
    if protected.by_mode[mode] then
      require_any(protected.by_mode[mode], ("the app has the background mode '%s'"):format(mode), "it has")
    end
  end
  -- Code that is damaged is reported by files-are-whole.
  for _, part in ipairs(entitlements.of(bundle)) do
    for _, entry in ipairs(part.list and protected.by_entitlement or {}) do
      if grants(part.list[entry.name], entry.element) then
        for _, key in ipairs(entry.keys) do require_any({ key }, "the app has the entitlement " .. entry.name, "it has") end
      end
    end
  end
  if bundle.platform == "watchos" then return end
  each_image(bundle, "", function(path, image_slices)
    local unreadable = unreadable_symbols(report, path)
    for _, slice in ipairs(image_slices) do
      local code = uses(slice, unreadable)
      for _, entry in ipairs(protected.by_use) do
        local use = used(code, entry)
        if use then require_any(entry.keys, ("%s uses %s"):format(path, use), "the app has", entry.is_optional and "warning" or nil) end
      end
    end
  end)
end
