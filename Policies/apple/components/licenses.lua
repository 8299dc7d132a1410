-- The licences in a bundle, by texts that cannot be anything else.
local values = import "apple.values"
local licenses = {}

-- Phrases of licence texts with single spaces, in lower case: all of `has`, none of `lacks`. The GNU licences have no `id`, because their
-- texts do not say whether later versions apply, too.
local texts = {
  {
    id = "MIT", has = { "permission is hereby granted, free of charge, to any person obtaining a copy of this software", "the above copy" },
    lacks = { "shall be used for good", "fonts" },
  },
  {
    id = "Apache-2.0", has = { "apache license version 2.0", "grant of patent license" },
    lacks = { "llvm exceptions", "runtime library exception" },
  },
  {
    id = "BSD-3-Clause", has = { "redistribution and use in source and binary forms", "endorse or promote products derived" },
    lacks = { "all advertising materials" },
  },
  {
    id = "BSD-2-Clause", has = { "redistribution and use in source and binary forms", "redistributions in binary form" },
    lacks = { "all advertising materials", "endorse or promote", "must not be", "acknowledgment" },
  },
  { id = "MPL-2.0", has = { "mozilla public license version 2.0", "covered software" }, lacks = {} },
  {
    id = "ISC", has = { "permission to use, copy, modify, and/or distribute this software for any purpose", "above copyright notice" },
    lacks = {},
  },
  {
    id = "curl", lacks = {},
    has = { "permission to use, copy, modify, and distribute this software for any purpose", "holder shall not be used in advertising" },
  },
  { id = "Zlib", has = { "without any express or implied warranty", "must not be misrepresented", "altered source versions" }, lacks = {} },
  { id = "OFL-1.1", has = { "sil open font license version 1.1" }, lacks = {} },
  { id = "BSL-1.0", has = { "boost software license - version 1.0" }, lacks = {} },
  { id = "Unlicense", has = { "this is free and unencumbered software released into the public domain" }, lacks = {} },
  { id = "CC0-1.0", has = { "cc0 1.0 universal" }, lacks = {} },
  { name = "GNU Lesser General Public License 2.1", has = { "gnu lesser general public license version 2.1, february 1999" }, lacks = {} },
  { name = "GNU Lesser General Public License 3", has = { "gnu lesser general public license version 3, 29 june 2007" }, lacks = {} },
  { name = "GNU General Public License 2", has = { "gnu general public license version 2, june 1991" }, lacks = {} },
  {
    name = "GNU Affero General Public License 3", has = { "gnu affero general public license version 3, 19 november 2007" }, lacks = {},
  },
  { name = "GNU General Public License 3", has = { "gnu general public license version 3, 29 june 2007" }, lacks = {} },
}

local function fits(entry, text)
  for _, phrase in ipairs(entry.has) do
    if not text:find(phrase, 1, true) then return false end
  end
  for _, phrase in ipairs(entry.lacks) do
    if text:find(phrase, 1, true) then return false end
  end
  return true
end

-- The licences whose texts a string contains: a list of { id, name }, of which one is set.
function licenses.recognized(text)
  local plain, result = text:lower():gsub("%s+", " "), {}
  for _, entry in ipairs(texts) do
    if fits(entry, plain) then result[#result + 1] = { id = entry.id, name = entry.name } end
  end
  return result
end

local patterns = {
  "**/[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*", "**/*[-_.][Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*", "**/COPYING*", "**/*[-_.]COPYING*",
}
local formats = { ["text"] = true, ["html"] = true }

-- The files with licences: a list of { path, licenses }. A file whose text is not known has no `licenses`.
function licenses.files(bundle)
  local result = {}
  for _, file in ipairs(bundles.files(bundle, patterns)) do
    if file.type == "file" and file.size <= 1 << 20 and formats[values.readable(file, "format")] then
      result[#result + 1] = { path = file.path, licenses = licenses.recognized(values.readable(file, "text") or "") }
    end
  end
  return result
end

-- A pane of acknowledgements: each group has the name of a library and its licence. LicensePlist writes a file for each library.
local function add_pane(pane, path, result)
  local groups = values.list(values.dictionary(pane).PreferenceSpecifiers)
  for _, group in ipairs(groups) do
    local name = values.text(values.dictionary(group).Title) or #groups == 1 and path:match("([^/]+)%.plist$") or nil
    local text = values.text(values.dictionary(group).FooterText)
    local found = text and licenses.recognized(text) or {}
    if name and #found > 0 then result[#result + 1] = { name = name, path = path, licenses = found } end
  end
end

-- The libraries that the app acknowledges in the Settings app: a list of { name, path, licenses }.
function licenses.acknowledged(bundle)
  local result = {}
  for _, path in ipairs(bundles.walk(bundle, "**/Settings.bundle/**/*.plist")) do
    local is_read, pane = pcall(bundles.read, bundle, path)
    if is_read then add_pane(pane, path, result) end
  end
  return result
end

return licenses
