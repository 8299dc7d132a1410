-- Turns the key tables under Policies/apple/keys into Sources/KeyRegistry/GeneratedKeyTable.swift.
--
--   lua5.4 Scripts/generate-keys.lua            write the Swift file
--   lua5.4 Scripts/generate-keys.lua --check    exit 1 when the file is not what would be written
--
-- The data is validated first; any mistake ends the run with file, key and field, and nothing is written.
-- The output depends on the data alone: keys are sorted by their bytes, fields have a fixed order.

local script = arg[0]
local root = (script:match("^(.*)/Scripts/[^/]*$") or (script:match("^Scripts/") and ".") or "..")
local data_folder = root .. "/Policies/apple/keys"
local output_path = root .. "/Sources/KeyRegistry/GeneratedKeyTable.swift"

local platforms_in_order = { "macos", "ios", "tvos", "watchos", "visionos", "catalyst" }

local function set(list)
  local result = {}
  for _, name in ipairs(list) do result[name] = true end
  return result
end

local known_platforms = set(platforms_in_order)
local known_types = set {
  "string", "boolean", "integer", "real", "number", "date", "data", "array", "dictionary",
  "string_or_array", "dictionary_or_array", "any",
}
local holds_items = set { "array", "string_or_array", "dictionary_or_array", "any" }
local holds_keys = set { "dictionary", "dictionary_or_array", "any" }
local holds_values = set { "string", "integer", "number", "string_or_array" }
local entry_fields = set {
  "key", "type", "platforms", "required", "recommended", "localizable", "qualifiable", "deprecated", "successor",
  "schema", "summary", "source",
}
local schema_fields = set { "items", "keys", "others", "values" }
local nested_fields = set {
  "type", "platforms", "required", "recommended", "localizable", "deprecated", "successor", "summary", "items", "keys",
  "others", "values",
}

local function fail(file, key, message, ...)
  io.stderr:write(string.format("%s: error: %s: %s\n", file, key, string.format(message, ...)))
  os.exit(1)
end

-- The separators of the generated text; no field may hold one.
local function check_text(file, key, field, value, forbidden)
  if type(value) ~= "string" or value == "" then fail(file, key, "'%s' must be a non-empty string", field) end
  if value:find("[%c\\|\"" .. forbidden .. "]") then
    fail(file, key, "'%s' holds a character the generated table reserves: %q", field, value)
  end
  if not utf8.len(value) then fail(file, key, "'%s' is not UTF-8", field) end
end

local function check_fields(file, key, table_value, allowed)
  local names = {}
  for name in pairs(table_value) do names[#names + 1] = tostring(name) end
  table.sort(names)
  for _, name in ipairs(names) do
    if not allowed[name] then fail(file, key, "unknown field '%s'", name) end
  end
  for _, flag in ipairs { "required", "recommended", "localizable", "qualifiable" } do
    local value = table_value[flag]
    if value ~= nil and type(value) ~= "boolean" then fail(file, key, "'%s' must be true or false", flag) end
  end
end

local function check_versions(file, key, field, versions)
  if versions == nil then return end
  if type(versions) ~= "table" or next(versions) == nil then
    fail(file, key, "'%s' must map platforms to versions", field)
  end
  for platform, version in pairs(versions) do
    if not known_platforms[platform] then fail(file, key, "unknown platform '%s' in '%s'", tostring(platform), field) end
    local well_formed = version == true
      or type(version) == "string" and (version:match("^%d+%.%d+$") or version:match("^%d+%.%d+%.%d+$"))
    if not well_formed then
      fail(file, key, "version of %s in '%s' must be like \"10.4\", or true when the version is not documented", platform, field)
    end
  end
end

local function version_text(versions)
  local parts = {}
  for _, platform in ipairs(platforms_in_order) do
    local version = versions and versions[platform]
    if version == true then parts[#parts + 1] = platform
    elseif version then parts[#parts + 1] = platform .. " " .. version end
  end
  return table.concat(parts, ",")
end

local function sorted_keys(table_value)
  local names = {}
  for name in pairs(table_value) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- Every successor, checked once all names are known: { file, key, name }.
local successors = {}
local nested_names = {}

local node_text

local function contents_text(file, key, value_type, schema)
  local text = value_type
  if schema.values then
    if not holds_values[value_type] then fail(file, key, "'values' needs a string or a number, not %s", value_type) end
    if type(schema.values) ~= "table" or #schema.values == 0 then fail(file, key, "'values' must be a non-empty list") end
    local seen = {}
    for _, value in ipairs(schema.values) do
      check_text(file, key, "values", value, ",()")
      if seen[value] then fail(file, key, "value '%s' is listed twice", value) end
      seen[value] = true
    end
    text = text .. "(" .. table.concat(schema.values, ",") .. ")"
  end
  if schema.items then
    if not holds_items[value_type] then fail(file, key, "'items' needs an array, not %s", value_type) end
    text = text .. "[" .. node_text(file, key .. "/0", schema.items) .. "]"
  end
  if schema.keys then
    if not holds_keys[value_type] then fail(file, key, "'keys' needs a dictionary, not %s", value_type) end
    if type(schema.keys) ~= "table" or next(schema.keys) == nil then fail(file, key, "'keys' must map names to descriptions") end
    local fields = {}
    for _, name in ipairs(sorted_keys(schema.keys)) do
      check_text(file, key, "keys", name, "!+~@^>:;{}<>()%[%],")
      nested_names[name] = true
      local place = key .. "/" .. name
      local nested = schema.keys[name]
      if type(nested) == "string" then nested = { type = nested } end
      local body = node_text(file, place, nested)
      check_versions(file, place, "platforms", nested.platforms)
      check_versions(file, place, "deprecated", nested.deprecated)
      local field = name
        .. (nested.required and "!" or "") .. (nested.recommended and "+" or "") .. (nested.localizable and "~" or "")
      if nested.platforms then field = field .. "@" .. version_text(nested.platforms) end
      if nested.deprecated then field = field .. "^" .. version_text(nested.deprecated) end
      if nested.successor then
        successors[#successors + 1] = { file, place, nested.successor }
        field = field .. ">" .. nested.successor
      end
      field = field .. ":" .. body
      if nested.summary then
        check_text(file, place, "summary", nested.summary, "")
        field = field .. '"' .. nested.summary .. '"'
      end
      fields[#fields + 1] = field
    end
    text = text .. "{" .. table.concat(fields, ";") .. "}"
  end
  if schema.others then
    if not holds_keys[value_type] then fail(file, key, "'others' needs a dictionary, not %s", value_type) end
    text = text .. "<" .. node_text(file, key .. "/*", schema.others) .. ">"
  end
  return text
end

function node_text(file, key, node)
  if type(node) == "string" then node = { type = node } end
  if type(node) ~= "table" then fail(file, key, "a nested value is a type name or a table") end
  check_fields(file, key, node, nested_fields)
  if not known_types[node.type] then fail(file, key, "unknown type '%s'", tostring(node.type)) end
  return contents_text(file, key, node.type, node)
end

local sources, source_numbers = {}, {}

local function source_number(name)
  if not source_numbers[name] then
    sources[#sources + 1] = name
    source_numbers[name] = true
  end
  return name
end

local function read_folder()
  local listing = assert(io.popen("LC_ALL=C ls -1 '" .. data_folder .. "'"))
  local entries, files_of = {}, {}
  local files = 0
  for name in listing:lines() do
    if name:match("%.lua$") then
      files = files + 1
      local path = data_folder .. "/" .. name
      local file = "Policies/apple/keys/" .. name
      -- An empty environment: the files are data and may call nothing.
      local chunk, message = loadfile(path, "t", {})
      if not chunk then io.stderr:write(message, "\n") os.exit(1) end
      local ok, list = pcall(chunk)
      if not ok then io.stderr:write(file, ": error: ", tostring(list), "\n") os.exit(1) end
      if type(list) ~= "table" or #list == 0 then fail(file, "-", "must return a non-empty list of entries") end
      for index in pairs(list) do
        if math.type(index) ~= "integer" or index < 1 or index > #list then
          fail(file, "-", "the list has a stray field '%s'", tostring(index))
        end
      end
      for index, entry in ipairs(list) do
        if type(entry) ~= "table" then fail(file, "entry " .. index, "must be a table") end
        local key = entry.key
        if type(key) ~= "string" or key == "" then fail(file, "entry " .. index, "has no 'key'") end
        if not key:match("^[A-Za-z][A-Za-z0-9_.:-]*$") then fail(file, key, "a key is made of letters, digits, '_', '.', ':' and '-'") end
        check_fields(file, key, entry, entry_fields)
        if files_of[key] then fail(file, key, "already described in %s", files_of[key]) end
        files_of[key] = file
        if not known_types[entry.type] then fail(file, key, "unknown type '%s'", tostring(entry.type)) end
        check_text(file, key, "summary", entry.summary, "")
        check_text(file, key, "source", entry.source, "")
        if not entry.platforms then fail(file, key, "'platforms' is missing") end
        check_versions(file, key, "platforms", entry.platforms)
        check_versions(file, key, "deprecated", entry.deprecated)
        for platform in pairs(entry.deprecated or {}) do
          if not entry.platforms[platform] then fail(file, key, "deprecated on %s, where it never existed", platform) end
        end
        if entry.successor ~= nil then
          check_text(file, key, "successor", entry.successor, "")
          successors[#successors + 1] = { file, key, entry.successor }
        end
        local schema = ""
        if entry.schema then
          check_fields(file, key, entry.schema, schema_fields)
          schema = contents_text(file, key, entry.type, entry.schema)
        end
        source_number(entry.source)
        entries[#entries + 1] = { entry = entry, schema = schema }
      end
    end
  end
  listing:close()
  if files == 0 then fail(data_folder, "-", "no key tables found") end
  for _, wanted in ipairs(successors) do
    if not files_of[wanted[3]] and not nested_names[wanted[3]] then
      fail(wanted[1], wanted[2], "successor '%s' is not a known key", wanted[3])
    end
  end
  table.sort(entries, function(a, b) return a.entry.key < b.entry.key end)
  table.sort(sources)
  for number, name in ipairs(sources) do source_numbers[name] = number end
  return entries
end

local function records(entries)
  local lines, offsets, offset = {}, {}, 0
  for _, item in ipairs(entries) do
    local entry = item.entry
    local flags = (entry.required and "R" or "") .. (entry.recommended and "C" or "") .. (entry.localizable and "L" or "")
      .. (entry.qualifiable == false and "F" or "")
    local line = table.concat({
      entry.key, entry.type, flags, version_text(entry.platforms), version_text(entry.deprecated), entry.successor or "",
      tostring(source_numbers[entry.source]), item.schema, entry.summary,
    }, "|")
    if line:find('"""', 1, true) or line:find("\n", 1, true) then fail("-", entry.key, "cannot be written as Swift text") end
    lines[#lines + 1] = line
    offsets[#offsets + 1] = string.format("%05x", offset)
    offset = offset + #line + 1
  end
  if offset > 0xfffff then fail("-", "-", "the table outgrew its five-digit offsets") end
  return lines, offsets
end

local function wrapped(offsets, per_line)
  local rows = {}
  for first = 1, #offsets, per_line do
    rows[#rows + 1] = table.concat(offsets, "", first, math.min(first + per_line - 1, #offsets))
  end
  return table.concat(rows, "\\\n")
end

-- Lua compares strings with the locale; the search compares bytes.
os.setlocale("C")

local entries = read_folder()
local lines, offsets = records(entries)
local text = table.concat({
  "// Generated by Scripts/generate-keys.lua from Policies/apple/keys. Do not edit.",
  "// swift-format-ignore-file",
  "",
  "/// The key tables as text in the binary's constant data: nothing is built at start-up.",
  "enum GeneratedKeyTable {",
  "  /// The number of records.",
  "  static let count = " .. #entries,
  "",
  "  /// Where each record starts in `records`, five hexadecimal digits each.",
  '  static let offsets: StaticString = """',
  wrapped(offsets, 24),
  '"""',
  "",
  "  /// One line per key, sorted by the bytes of the key:",
  "  /// key, type, flags, platforms, deprecations, successor, source, schema, summary.",
  '  static let records: StaticString = #"""',
  table.concat(lines, "\n"),
  '"""#',
  "",
  "  /// The documents the facts come from, one a line; records number them from 1.",
  '  static let sources: StaticString = #"""',
  table.concat(sources, "\n"),
  '"""#',
  "}",
  "",
}, "\n")

local function current()
  local file = io.open(output_path, "rb")
  if not file then return nil end
  local contents = file:read("a")
  file:close()
  return contents
end

if arg[1] == "--check" then
  if current() ~= text then
    io.stderr:write("Sources/KeyRegistry/GeneratedKeyTable.swift is not what Policies/apple/keys says.\n",
      "Run: lua5.4 Scripts/generate-keys.lua\n")
    os.exit(1)
  end
  print(#entries .. " keys, table up to date")
elseif arg[1] then
  io.stderr:write("usage: lua5.4 Scripts/generate-keys.lua [--check]\n")
  os.exit(64)
else
  if current() ~= text then
    local file = assert(io.open(output_path, "wb"))
    assert(file:write(text))
    assert(file:close())
  end
  print(#entries .. " keys written")
end
