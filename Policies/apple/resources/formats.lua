-- The formats that files of each extension may have, by their first bytes, and the names of formats.
local formats = {}

-- Formats that an image, sound or document cannot have. Other formats are left alone: their readers look at the contents, not at the
-- name, and some
-- games encrypt their pictures.
local never = { "empty", "zeros", "lfs_pointer", "text", "html", "xml", "script" }

-- `only`: the formats that files with these extensions may have; `never`: those that they cannot have. Each takes one look at the files.
formats.kinds = {
  { extensions = "car", only = "bom" },
  { extensions = "dylib", only = { "mach_o", "universal" } },
  { extensions = { "ttf", "otf", "ttc" }, only = "font" },
  { extensions = { "mom", "nib" }, only = { "binary_plist", "nib_archive", "typed_stream", "xml" } },
  { extensions = "sdef", only = { "xml", "text" } },
  {
    extensions = {
      "metallib", "png", "jpg", "jpeg", "gif", "tif", "tiff", "heic", "bmp", "webp", "icns", "pdf", "mp3", "m4a", "wav", "aif", "aiff",
      "caf", "mp4",
      "m4v", "mov", "zip",
    },
    never = never,
  },
}

local contents = {
  car = "an asset catalog", dylib = "a dynamic library", ttf = "a font", otf = "a font", ttc = "a font", mom = "a compiled data model",
  nib = "a compiled nib",
  sdef = "a scripting definition", metallib = "a Metal library", pdf = "a PDF file", zip = "a zip archive",
}
for _, extension in ipairs { "mp3", "m4a", "wav", "aif", "aiff", "caf" } do contents[extension] = "a sound" end
for _, extension in ipairs { "mp4", "m4v", "mov" } do contents[extension] = "a movie" end

-- The kind of file that an extension means; an image by default.
function formats.expected(path) return contents[path:match("[^.]*$"):lower()] or "an image" end

local names = {
  empty = "empty", zeros = "nothing but zeros", lfs_pointer = "a pointer of Git LFS", html = "an HTML page", xml = "XML",
  script = "a script",
  text = "text", mach_o = "Mach-O code", universal = "Mach-O code", static_library = "a static library", bitcode = "LLVM bitcode",
  elf = "an ELF file", pe = "a program for Windows", java_class = "a Java class", binary_plist = "a binary property list",
  bom = "a BOM store",
  png = "a PNG file", jpeg = "a JPEG file", icns = "an icon family", pdf = "a PDF file", zip = "a zip archive", gzip = "a gzip file",
  sqlite = "an SQLite database", font = "a font",
}

-- The name of a format, or nil if it has none.
function formats.name(format) return names[format] end

local fixes = { lfs_pointer = "run git lfs pull before the build", unreadable = "make it readable, or copy it again" }

-- Returns the fix for a file in this format where another was expected; nil is the format of an unreadable file.
function formats.fix(format) return fixes[format or "unreadable"] or "build or copy the file again" end

-- Whether a file in this format cannot be an image, regardless of its name.
function formats.is_never_image(format)
  for _, one in ipairs(never) do
    if one == format then return true end
  end
  return false
end

return formats
