-- Carries the standard policies under Policies/apple into Sources/StandardPolicies/GeneratedStandardPolicies.swift.
--
--   lua5.4 Scripts/generate-policies.lua            write the Swift file
--   lua5.4 Scripts/generate-policies.lua --check    exit 1 when the file is not what would be written
--
-- What only people and tests read is left out: comments, indentation, and the examples of rules. Every line keeps its
-- number, so that places in reports are those of the files. Key tables, tests and their fixtures are not carried.

local script = arg[0]
local root = (script:match("^(.*)/Scripts/[^/]*$") or (script:match("^Scripts/") and ".") or "..")
local data_folder = root .. "/Policies"
local output_path = root .. "/Sources/StandardPolicies/GeneratedStandardPolicies.swift"

local function fail(file, message, ...)
  io.stderr:write(string.format("%s: error: %s\n", file, string.format(message, ...)))
  os.exit(1)
end

-- The end of a long bracket that opens at `start`, or nil when none opens there.
local function long_bracket(source, start)
  local level = source:match("^%[(=*)%[", start)
  if not level then return nil end
  local _, finish = source:find("]" .. level .. "]", start, true)
  return finish or #source
end

-- The pieces of a source: { kind, text }, kinds being space, comment, string, name and symbol.
local function pieces(source)
  local result, position = {}, 1
  while position <= #source do
    local kind, finish
    local character = source:sub(position, position)
    if character:find("%s") then
      kind, finish = "space", select(2, source:find("^%s+", position))
    elseif source:find("^%-%-", position) then
      kind, finish = "comment", long_bracket(source, position + 2) or (source:find("\n", position, true) or #source + 1) - 1
    elseif character == '"' or character == "'" then
      kind, finish = "string", position + 1
      while finish <= #source and source:sub(finish, finish) ~= character do
        finish = finish + (source:sub(finish, finish) == "\\" and 2 or 1)
      end
    elseif long_bracket(source, position) then
      kind, finish = "string", long_bracket(source, position)
    elseif character:find("[%a_]") then
      kind, finish = "name", select(2, source:find("^[%w_]+", position))
    else
      kind, finish = "symbol", position
    end
    result[#result + 1] = { kind = kind, text = source:sub(position, finish) }
    position = finish + 1
  end
  return result
end

local function newlines(text) return (text:gsub("[^\n]", "")) end

-- The next piece that counts, from `index` on.
local function meaningful(list, index)
  while list[index] and (list[index].kind == "space" or list[index].kind == "comment") do index = index + 1 end
  return index
end

-- The index of the piece that ends `examples = { … },`, when it starts at `index`.
local function end_of_examples(list, index)
  if list[index].kind ~= "name" or list[index].text ~= "examples" then return nil end
  local equals = meaningful(list, index + 1)
  local open = meaningful(list, equals + 1)
  if not (list[open] and list[equals].text == "=" and list[open].text == "{") then return nil end
  local depth = 0
  for at = open, #list do
    if list[at].kind == "symbol" and list[at].text == "{" then depth = depth + 1 end
    if list[at].kind == "symbol" and list[at].text == "}" then depth = depth - 1 end
    if depth == 0 then
      local comma = meaningful(list, at + 1)
      return list[comma] and list[comma].text == "," and comma or at
    end
  end
  return nil
end

local function carried(source)
  local list, result, index = pieces(source), {}, 1
  while index <= #list do
    local piece = list[index]
    local finish = end_of_examples(list, index)
    if finish then
      for at = index, finish do result[#result + 1] = newlines(list[at].text) end
      index = finish
    elseif piece.kind == "comment" then
      result[#result + 1] = " " .. newlines(piece.text)
    elseif piece.kind == "space" then
      local lines = newlines(piece.text)
      result[#result + 1] = lines == "" and " " or lines
    else
      result[#result + 1] = piece.text
    end
    index = index + 1
  end
  return (table.concat(result):gsub("[ \t]+\n", "\n"):gsub("%s+$", "\n"))
end

local function read_folder()
  local listing = assert(io.popen("find '" .. data_folder .. "/apple' -name '*.lua' | LC_ALL=C sort"))
  local files = {}
  for path in listing:lines() do
    local name = path:sub(#data_folder + 2)
    if not name:find("^apple/keys/") and not name:find("^apple/fixtures/") and not name:find("_test%.lua$") then
      if name:find("[^a-z0-9_/.-]") then fail(path, "a module's name is made of lower-case letters, digits, '_' and '-'") end
      local file = assert(io.open(path, "rb"))
      local source = file:read("a")
      file:close()
      local checked, problem = load(source, "@" .. path, "t")
      if not checked then fail(path, "%s", problem) end
      local text = carried(source)
      checked, problem = load(text, "@" .. path, "t")
      if not checked then fail(path, "what would be carried is no Lua: %s", problem) end
      if text:find('"""#', 1, true) then fail(path, "holds \"\"\"#, which Swift would end the text at") end
      files[#files + 1] = { name = name, text = text }
    end
  end
  listing:close()
  if #files == 0 then fail(data_folder .. "/apple", "no policies found") end
  return files
end

os.setlocale("C")
local files = read_folder()
local parts = {
  "// Generated by Scripts/generate-policies.lua from Policies/apple. Do not edit.",
  "// swift-format-ignore-file",
  "",
  "/// The standard policies as text in the binary's constant data.",
  "enum GeneratedStandardPolicies {",
  "  /// Paths and sources, sorted by the bytes of the path.",
  "  static let files: [(path: StaticString, source: StaticString)] = [",
}
for _, file in ipairs(files) do
  parts[#parts + 1] = '    ("' .. file.name .. '", #"""'
  parts[#parts + 1] = file.text .. '"""#),'
end
parts[#parts + 1] = "  ]"
parts[#parts + 1] = "}"
parts[#parts + 1] = ""
local text = table.concat(parts, "\n")

local function current()
  local file = io.open(output_path, "rb")
  if not file then return nil end
  local contents = file:read("a")
  file:close()
  return contents
end

if arg[1] == "--check" then
  if current() ~= text then
    io.stderr:write("Sources/StandardPolicies/GeneratedStandardPolicies.swift is not what Policies/apple says.\n",
      "Run: lua5.4 Scripts/generate-policies.lua\n")
    os.exit(1)
  end
  print(#files .. " files of standard policies, up to date")
elseif arg[1] then
  io.stderr:write("usage: lua5.4 Scripts/generate-policies.lua [--check]\n")
  os.exit(64)
else
  if current() ~= text then
    local file = assert(io.open(output_path, "wb"))
    assert(file:write(text))
    assert(file:close())
  end
  print(#files .. " files of standard policies written")
end
