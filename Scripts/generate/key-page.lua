-- Prints docs/keys.md, the reference of the keys, from the tables under Policies/apple/keys: see Scripts/generate/documents.
--
-- The tables are taken as they are: the build says what is wrong with them.

local data_folder = "Policies/apple/keys"

local platforms = {
  { "macos", "macOS" }, { "ios", "iOS" }, { "tvos", "tvOS" }, { "watchos", "watchOS" }, { "visionos", "visionOS" },
  { "catalyst", "Mac Catalyst" },
}

-- The areas whose names are not plain words.
local headings = {
  ["app-kit"] = "AppKit", ["app-transport-security"] = "App Transport Security", ["core-foundation"] = "Core Foundation",
  ["launch-services"] = "Launch Services", ["ui-kit"] = "UIKit", ["watch-tv-vision"] = "Watch, TV and Vision",
}

os.setlocale("C")

local function sorted_keys(fields)
  local names = {}
  for name in pairs(fields) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- "macOS 10.5, iOS": where and since when.
local function places(versions)
  local parts = {}
  for _, platform in ipairs(platforms) do
    local version = versions and versions[platform[1]]
    if version then parts[#parts + 1] = platform[2] .. (version == true and "" or " " .. version) end
  end
  return table.concat(parts, ", ")
end

local function text(node)
  local parts = { node.summary }
  local marks = {}
  for _, mark in ipairs { "required", "recommended", "localizable" } do
    if node[mark] then marks[#marks + 1] = mark end
  end
  if node.qualifiable == false then marks[#marks + 1] = "variants have no effect" end
  if #marks > 0 then parts[#parts + 1] = "*" .. table.concat(marks, ", ") .. "*" end
  if node.deprecated then parts[#parts + 1] = "deprecated: " .. places(node.deprecated) end
  if node.successor then parts[#parts + 1] = "instead: `" .. node.successor .. "`" end
  local values = (node.schema or node).values
  if values then parts[#parts + 1] = "one of `" .. table.concat(values, "` `") .. "`" end
  return table.concat(parts, "; ")
end

local lines = {}
local function line(format, ...) lines[#lines + 1] = select("#", ...) > 0 and format:format(...) or format end

-- The fields inside a value, each by its path below the key.
local function fields(form, path)
  for _, name in ipairs(sorted_keys(form.keys or {})) do
    local field = form.keys[name]
    if type(field) == "string" then field = { type = field } end
    line("| `%s/%s` | %s | %s | %s | |", path, name, field.type, places(field.platforms), text(field))
    fields(field, path .. "/" .. name)
  end
  for _, free in ipairs { form.items or false, form.others or false } do
    if type(free) == "table" then fields(free, path .. "/*") end
  end
end

-- The comment that a table begins with.
local function title(path)
  local words = {}
  for row in io.lines(path) do
    local comment = row:match("^%-%- (.*)")
    if not comment then break end
    words[#words + 1] = comment
  end
  return table.concat(words, " ")
end

local count = 0
local names = {}
for name in assert(io.popen("LC_ALL=C ls -1 '" .. data_folder .. "'")):lines() do
  if name:match("%.lua$") then names[#names + 1] = name end
end
for _, name in ipairs(names) do
  local path = data_folder .. "/" .. name
  local area = name:gsub("%.lua$", "")
  local heading = headings[area] or area:gsub("^%l", string.upper):gsub("-", " ")
  line("\n## %s\n", heading)
  line(title(path) .. "\n")
  line("| key | type | read by | | source |")
  line("|---|---|---|---|---|")
  local entries = assert(loadfile(path, "t", {}))()
  table.sort(entries, function(a, b) return a.key < b.key end)
  for _, entry in ipairs(entries) do
    count = count + 1
    line("| `%s` | %s | %s | %s | %s |", entry.key, entry.type, places(entry.platforms), text(entry), entry.source)
    fields(entry.schema or {}, "")
  end
end

io.write(([[
# Keys of Info.plist and of privacy manifests

The %d keys in the registry, as `keys.NAME` and `bundlepolicy explain NAME` show them. A row whose name begins with `/` is a field in
the value of the key above it; `*` stands for any position or name. A field is read wherever its key is, unless its row says otherwise.
Versions are those that introduced or deprecated a key.
`Scripts/generate/documents` generates this file.
]]):format(count), table.concat(lines, "\n"), "\n")
