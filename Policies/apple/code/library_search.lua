local slices = import "apple.code.slices"

-- Where the loader looks for a library that code names by @rpath, @loader_path or @executable_path, as far as it is in the app.
local search = {}

-- The folders of system libraries.
local system = { "/usr/lib/", "/System/Library/", "/System/iOSSupport/", "/System/DriverKit/", "/Library/Apple/" }

function search.is_of_system(path)
  for _, folder in ipairs(system) do
    if (path .. "/"):sub(1, #folder) == folder then return true end
  end
  return false
end

-- Libraries of /usr/lib, where the loader of the Mac looks last for any library by its name alone; beginnings of their names.
local fallbacks = {
  "libarchive", "libbz2", "libc++", "libcharset", "libcompression", "libcrypto", "libcups", "libcurl", "libedit", "libexpat", "libexslt", "libffi",
  "libform", "libgcc_s", "libiconv", "libicucore", "libldap", "liblzma", "libmenu", "libncurses", "libobjc", "libpam", "libpanel", "libpcap",
  "libpcre", "libreadline", "libresolv", "libsasl2", "libsqlite3", "libssl", "libstdc++", "libswift", "libSystem", "libtcl", "libtidy", "libtk",
  "libutil", "libxml2", "libxslt", "libz",
}

local function may_be_of_system(rest)
  local name = rest:match("[^/]*$")
  for _, beginning in ipairs(fallbacks) do
    if name:sub(1, #beginning) == beginning then return true end
  end
  return false
end

-- The outermost app around a bundle; nil if there is none.
function search.outer_app(bundle)
  local outer
  while bundle do
    if bundle.kind == "application" then outer = bundle end
    bundle = bundle.parent
  end
  return outer
end

-- A path without `.` and `..`; nil if it leads out of where it starts.
local function normal(path)
  local parts = {}
  for part in path:gmatch("[^/]+") do
    if part == ".." then
      if #parts == 0 then return nil end
      parts[#parts] = nil
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return table.concat(parts, "/")
end

local function folder_of(path) return path:match("^(.*)/") or "" end

-- Where a file of a bundle is in the outermost app.
local function path_in(outer, bundle, path)
  local own = bundle.path:sub(#outer.path + 1)
  return normal(own .. "/" .. path) or path
end

-- The folders that @loader_path can stand for. The library of a framework is loaded by its link or by its place in a version.
local function loader_folders(outer, bundle, path)
  local folders = { folder_of(path_in(outer, bundle, path)) }
  if bundle.kind == "framework" and path == bundle.executable then folders[2] = path_in(outer, bundle, "") end
  return folders
end

-- The programs that may load code of a bundle: the apps and extensions around it.
local function programs(bundle)
  local result = {}
  while bundle do
    if (bundle.kind == "application" or bundle.kind == "extension") and bundle.executable then result[#result + 1] = bundle end
    bundle = bundle.parent
  end
  return result
end

-- What the build machine had there, nobody else has.
local function is_of_build_machine(path)
  return path:find("^/Users/") or path:find("%.app/Contents/Developer/") or path:find("%.xctoolchain/") or path:find("^/private/")
    or path:find("^/tmp/") or path:find("/DerivedData/")
end

-- Whether there is a framework without its library, which the rule for executables reports.
local function is_hollow(outer, path)
  local framework, stem = path:match("^(.*/?([^/]+)%.framework)/")
  return framework ~= nil and bundles.exists(outer, framework) and not bundles.exists(outer, framework .. "/" .. stem)
end

-- Looks at a path below each of the folders. `look` is { outer, is_settled, tried }.
local function look_in(look, folders, rest)
  for _, folder in ipairs(folders) do
    local path = normal(folder .. "/" .. rest)
    -- What surrounds the app may have the library.
    if not path or bundles.exists(look.outer, path) or is_hollow(look.outer, path) then look.is_settled = true end
    look.tried = look.tried or path
  end
end

-- Looks below a path that starts where code is. Returns whether it does.
local function look_near(look, path, loader, executable, rest)
  for variable, folders in pairs { ["@loader_path"] = loader, ["@executable_path"] = executable } do
    if path == variable or path:sub(1, #variable + 1) == variable .. "/" then
      look_in(look, folders, path:sub(#variable + 2) .. rest)
      return true
    end
  end
  return false
end

local function look_below(look, run_paths, loader, executable, rest)
  for _, path in ipairs(run_paths) do
    if not look_near(look, path, loader, executable, "/" .. rest) then
      -- There are no frameworks in /usr/lib. Of any other folder of the system, and of one that an installer may fill, nothing is known.
      local is_useless = path:find("^/usr/lib") and rest:find("%.framework/") or is_of_build_machine(path)
      if not is_useless then look.is_settled = true end
    end
  end
end

-- Why the loader does not find a library of an image: "absent" if it is nowhere in the app, "unreachable" and where it was looked for if
-- only not there; nil if it finds it or nothing is certain.
function search.problem(outer, bundle, image, slice, name)
  local variable, rest = name:match("^(@[%a_]+)/(.+)$")
  if not variable or may_be_of_system(rest) then return nil end
  local is_program = slice.file_type == "execute"
  local look = { outer = outer, is_settled = false, tried = nil }
  local loader = loader_folders(outer, bundle, image.path)
  local executable = is_program and loader or {}
  local hosts = is_program and {} or programs(bundle)
  for _, host in ipairs(hosts) do executable[#executable + 1] = folder_of(path_in(outer, host, host.executable)) end
  if variable == "@rpath" then
    look_below(look, slice.rpaths, loader, executable, rest)
    for _, host in ipairs(hosts) do
      for _, code in ipairs(slices(host)) do
        look_below(look, code.rpaths, loader_folders(outer, host, host.executable), executable, rest)
      end
    end
  elseif not look_near(look, name, loader, executable, "") then
    return nil
  end
  if look.is_settled then return nil end
  -- Most Macs ignore case; other rules report names in the wrong case.
  local wanted, leaf = "/" .. rest:lower(), rest:match("([^/]+%.framework)/") or rest:match("[^/]*$")
  local is_there = false
  for _, path in ipairs(bundles.walk(outer)) do
    if look.tried and path:lower() == look.tried:lower() then return nil end
    if ("/" .. path:lower()):sub(-#wanted) == wanted or path:match("[^/]*$") == leaf then is_there = true end
  end
  if not is_there then return "absent" end
  -- What other images have loaded, a library gets as well. The program is loaded first.
  return (is_program or variable == "@loader_path") and "unreachable" or nil, look.tried
end

return search
