local values = import "apple.values"

-- The pages of a settings bundle.
local settings = {}

local devices = { "", "~iphone", "~ipad" }

-- The files of a page, one for each device that has its own; empty if there is none.
function settings.files(bundle, name)
  local result = {}
  for _, device in ipairs(devices) do
    local path = name .. device .. ".plist"
    if bundles.exists(bundle, path) then result[#result + 1] = path end
  end
  return result
end

-- Visits the pages that Settings shows, from Root on: visit(page), with their root dictionaries. A page that cannot be read is
-- reported by property-lists-parse.
function settings.each(bundle, visit)
  local names, seen = { "Root" }, { Root = true }
  local position = 1
  while names[position] do
    for _, path in ipairs(settings.files(bundle, names[position])) do
      local page = not bundles.problem(bundle, path) and bundles.read(bundle, path)
      if plist.type(page) == "dictionary" then
        visit(page)
        for _, entry in ipairs(values.list(page.PreferenceSpecifiers)) do
          local element = values.dictionary(entry)
          local name = element.Type == "PSChildPaneSpecifier" and values.text(element.File)
          if name and not seen[name] then
            seen[name] = true
            names[#names + 1] = name
          end
        end
      end
    end
    position = position + 1
  end
end

-- The elements of all pages that are dictionaries: visit(element).
function settings.elements(bundle, visit)
  settings.each(bundle, function(page)
    for _, entry in ipairs(values.list(page.PreferenceSpecifiers)) do
      if plist.type(entry) == "dictionary" then visit(entry) end
    end
  end)
end

return settings
