-- Draws the examples' icons: PNG files for the iPhone app, an .icns of PNGs for the Mac app.
--
--   lua5.4 make-icons.lua EXAMPLES-FOLDER
--
-- The picture is a light H on a blue rounded square. Everything is written by hand, so that no image library's
-- version shows in the bytes.

local folder = assert(arg[1], "usage: make-icons.lua EXAMPLES-FOLDER")

local crc_table = {}
for byte = 0, 255 do
  local value = byte
  for _ = 1, 8 do value = value & 1 == 1 and 0xEDB88320 ~ value >> 1 or value >> 1 end
  crc_table[byte] = value
end

local function crc32(text)
  local value = 0xFFFFFFFF
  for index = 1, #text do value = crc_table[(value ~ text:byte(index)) & 0xFF] ~ value >> 8 end
  return value ~ 0xFFFFFFFF
end

local function adler32(text)
  local a, b = 1, 0
  for index = 1, #text do
    a = (a + text:byte(index)) % 65521
    b = (b + a) % 65521
  end
  return b << 16 | a
end

-- RFC 1951 with the fixed codes. The only matches tried are a repeat of the last pixel and of the row above: enough
-- for flat drawings.
local function deflate(text, pixel, row)
  local out, bits, count = {}, 0, 0
  local function put(value, width)
    bits = bits | value << count
    count = count + width
    while count >= 8 do
      out[#out + 1] = string.char(bits & 0xFF)
      bits, count = bits >> 8, count - 8
    end
  end
  local function put_code(code, width)
    for bit = width - 1, 0, -1 do put(code >> bit & 1, 1) end
  end
  local function put_symbol(symbol)
    if symbol < 144 then put_code(0x30 + symbol, 8)
    elseif symbol < 256 then put_code(0x190 + symbol - 144, 9)
    elseif symbol < 280 then put_code(symbol - 256, 7)
    else put_code(0xC0 + symbol - 280, 8) end
  end
  local function put_match(length, distance)
    local symbol, base, extra = 257, 3, 0
    while true do
      local reach = base + (1 << extra)
      if length == 258 then symbol, base, extra = 285, 258, 0 break end
      if length < reach then break end
      symbol, base = symbol + 1, reach
      extra = symbol < 265 and 0 or (symbol - 261) // 4
    end
    put_symbol(symbol)
    put(length - base, extra)
    local code, first, width = 0, 1, 0
    while distance >= first + (1 << width) do
      first = first + (1 << width)
      code = code + 1
      width = code < 4 and 0 or code // 2 - 1
    end
    put_code(code, 5)
    put(distance - first, width)
  end
  local function match_length(at, distance)
    if at - distance < 1 then return 0 end
    local length = 0
    while length < 258 and at + length <= #text and text:byte(at + length) == text:byte(at + length - distance) do
      length = length + 1
    end
    return length
  end
  put(1, 1)
  put(1, 2)
  local at = 1
  while at <= #text do
    local near, above = match_length(at, pixel), match_length(at, row)
    local length, distance = near, pixel
    if above > near then length, distance = above, row end
    if length >= 3 then
      put_match(length, distance)
      at = at + length
    else
      put_symbol(text:byte(at))
      at = at + 1
    end
  end
  put_symbol(256)
  if count > 0 then put(0, 8 - count) end
  return string.pack("BB", 0x78, 0x01) .. table.concat(out) .. string.pack(">I4", adler32(text))
end

local function chunk(kind, data)
  return string.pack(">I4", #data) .. kind .. data .. string.pack(">I4", crc32(kind .. data))
end

-- `alpha`: a Mac icon has round, transparent corners and is small as a palette; an iPhone icon is a full square in RGB
-- without an alpha channel, which the store asks for.
local function png(size, alpha)
  local ground, letter, clear = "\31\95\191", "\240\244\252", "\0\0\0"
  local palette = ground .. letter .. clear
  local width = alpha and 1 or 3
  if alpha then ground, letter, clear = "\0", "\1", "\2" end
  local radius = alpha and size * 0.2 or 0
  local margin = alpha and size * 0.05 or 0
  local rows = {}
  for y = 0, size - 1 do
    local row = { "\0" }
    for x = 0, size - 1 do
      local dx = math.max(margin + radius - x - 0.5, x + 0.5 - (size - margin - radius), 0)
      local dy = math.max(margin + radius - y - 0.5, y + 0.5 - (size - margin - radius), 0)
      local u, v = (x + 0.5) / size, (y + 0.5) / size
      local colour = ground
      if alpha and dx * dx + dy * dy > radius * radius then
        colour = clear
      elseif v > 0.25 and v < 0.75 and (u > 0.27 and u < 0.39 or u > 0.61 and u < 0.73) or
        u >= 0.39 and u <= 0.61 and v > 0.44 and v < 0.56 then
        colour = letter
      end
      row[#row + 1] = colour
    end
    rows[#rows + 1] = table.concat(row)
  end
  local header = string.pack(">I4I4BBBBB", size, size, 8, alpha and 3 or 2, 0, 0, 0)
  local colours = alpha and chunk("PLTE", palette) .. chunk("tRNS", "\255\255\0") or ""
  return "\137PNG\r\n\26\n" .. chunk("IHDR", header) .. colours
    .. chunk("IDAT", deflate(table.concat(rows), width, size * width + 1)) .. chunk("IEND", "")
end

local function write(path, bytes)
  local file = assert(io.open(folder .. "/" .. path, "wb"))
  assert(file:write(bytes))
  assert(file:close())
end

local function icns()
  local kinds = {
    { "ic11", 32 }, { "ic12", 64 }, { "ic07", 128 }, { "ic13", 256 }, { "ic08", 256 }, { "ic14", 512 }, { "ic09", 512 },
    { "ic10", 1024 },
  }
  local drawn, parts = {}, {}
  for _, kind in ipairs(kinds) do
    local size = kind[2]
    drawn[size] = drawn[size] or png(size, true)
    parts[#parts + 1] = kind[1] .. string.pack(">I4", #drawn[size] + 8) .. drawn[size]
  end
  local body = table.concat(parts)
  return "icns" .. string.pack(">I4", #body + 8) .. body
end

local mac = icns()
for _, app in ipairs { "Hello.app", "Hello-41.app", "Broken.app" } do
  write(app .. "/Contents/Resources/Hello.icns", mac)
end
local phone = {
  ["AppIcon60x60@2x.png"] = 120, ["AppIcon60x60@3x.png"] = 180, ["AppIcon76x76~ipad.png"] = 76,
  ["AppIcon76x76@2x~ipad.png"] = 152, ["AppIcon83.5x83.5@2x~ipad.png"] = 167,
}
for name, size in pairs(phone) do write("iOS/HelloPhone.app/" .. name, png(size, false)) end
