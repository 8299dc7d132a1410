local values = import "apple.values"

-- Names of Apple's products that texts of App Intents must not contain.
local products = { apple = true, ios = true, ipad = true, iphone = true, mac = true, macbook = true, macos = true, siri = true }

-- The first such name in a string, as a word; nil if there is none.
local function product(text)
  for word in text:gmatch("%a+") do
    if products[word:lower()] then return word end
  end
  return nil
end

-- Declares the rule for bundles of these platforms.
local paths = {
  ios = "Metadata.appintents/extract.actionsdata", macos = "Contents/Resources/Metadata.appintents/extract.actionsdata",
}
return function(platforms)
  local path = paths[platforms[1]]
  local function actions(title, description)
    return { files = { [path] = ('{ "actions": { "Open": { "title": { "key": "%s" }, "descriptionMetadata": { "descriptionText": { "key": '
      .. '"%s" } } } } }'):format(title, description) } }
  end
  local function failing(title, description, at)
    local result = actions(title, description)
    result.at = path .. ":/actions/Open/" .. at
    return result
  end
  rule "intent-texts" {
    summary   = "Titles and descriptions of App Intents must not contain names of Apple's products",
    severity  = "error",
    rationale = "The store rejects an app whose intents contain Apple, Siri, iPhone, Mac or similar names in texts that people see.",
    source    = { "ITMS-90626", "App Intents" },
    tags      = { "ITMS-90626" },
    applies   = { kind = { "application", "extension", "framework" }, platform = platforms, files = "**/*.actionsdata" },
    check     = function(bundle, report)
      local file = bundle.files[path]
      local data = file and file.type == "file" and values.readable(file, "json")
      for _, action in pairs(values.dictionary(values.dictionary(data or nil).actions)) do
        local fields = values.dictionary(action)
        local description = values.dictionary(fields.descriptionMetadata).descriptionText
        for _, text in ipairs { values.dictionary(fields.title), values.dictionary(description) } do
          local words = text.key
          local name = type(words) == "string" and product(words)
          if name then
            report:at(text, "key", "'%s', which people see, contains '%s'", words, name, {
              expected = "words without names of Apple's products", fix = "write \"this device\" or the like",
            })
          end
        end
      end
    end,
    examples  = {
      pass = {
        {}, actions("Open Pineapples", "Opens the machine"), { files = { [path] = "[]" } }, { files = { [path] = "no JSON" } },
        { files = { [path] = '{ "actions": { "Open": 1, "Close": { "title": 2 } } }' } },
      },
      fail = {
        failing("Open on iPhone", "Opens it", "title/key"),
        failing("Open", "Asks Siri to open it", "descriptionMetadata/descriptionText/key"), failing("Apple", "x", "title/key"),
      },
    },
  }
end
