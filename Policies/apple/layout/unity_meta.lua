local values = import "apple.values"

-- Where codesign expects only code and folders that it knows.
local strict = {
  "Contents/*.meta", "Contents/MacOS/*.meta", "Contents/PlugIns/*.meta", "Contents/Frameworks/*.meta", "*.meta", "Versions/*/*.meta",
}

-- Whether Unity's editor wrote the file. Other software has files of this name, too.
local function is_of_unity(bundle, path)
  local file = bundles.files(bundle, { path }, "file")[1]
  local text = file and file.size < 65536 and values.readable(file, "format") == "text" and values.readable(file, "text")
  return text and text:find("^fileFormatVersion:") ~= nil
end

-- For the examples.
local unity = "fileFormatVersion: 2\nguid: 0123\n"
local function plug_in(path, at)
  return {
    kind = "application", bundles = { ["Contents/PlugIns/Native.bundle"] = { files = { [path] = "fileFormatVersion: 2" } } },
    at = at and "Contents/PlugIns/Native.bundle/" .. path,
  }
end

rule "unity-meta-files" {
  summary   = "A bundle must not contain the .meta files that Unity's editor writes beside each file",
  severity  = "error",
  rationale = "codesign refuses a bundle with other files beside its code ('bundle format unrecognized, invalid, or unsuitable'), and a "
    .. "bundle that cannot be signed cannot be notarized either. In the resources, the files are only useless, which is a warning.",
  source    = { "Unity Manual: Plug-in Inspector", "Technical Note TN2206: macOS Code Signing In Depth" },
  applies   = { files = "**/*.meta" },
  check     = function(bundle, report)
    for _, pattern in ipairs(strict) do
      -- A flat bundle has its resources at the top.
      if pattern ~= "*.meta" or bundle.layout == "contents" or bundle.layout == "versioned" then
        for _, path in ipairs(bundles.walk(bundle, pattern)) do
          if is_of_unity(bundle, path) then
            report:file(path, "the file of Unity's editor is beside the code: codesign refuses the bundle", {
              expected = "only code and folders", fix = "delete the .meta files when copying the plug-in",
            })
          end
        end
      end
    end
    local around = values.host(bundle)
    for _, path in ipairs(around and {} or bundles.walk(bundle, "**/*.meta")) do
      local is_beside = bundles.exists(bundle, path:sub(1, -6)) and path:find("Resources/")
      if is_beside and is_of_unity(bundle, path) then
        report:file(path, "the file belongs to Unity's editor", {
          expected = "no .meta files", fix = "delete the .meta files when copying", severity = "warning", discriminator = "resource",
        })
      end
    end
  end,
  examples  = {
    pass = {
      -- In a flat bundle, the top is for resources.
      { platform = "ios", kind = "framework", files = { ["Kit.meta"] = unity } },
      { files = { ["Contents/Resources/a.meta.txt"] = unity, ["Contents/Resources/a"] = "x" } },
      {}, { files = { ["Contents/Resources/a.meta"] = "x", ["Contents/Resources/a"] = "x" } },
      { platform = "ios", kind = "application", files = { ["a.meta"] = "x" } },
      plug_in "Contents/Resources/a.meta", { kind = "application", files = { ["Contents/Frameworks/a.meta"] = "torrent" } },
      { files = { ["Contents/Frameworks/a.meta"] = "x\nfileFormatVersion: 2\n" } },
    },
    fail = {
      { kind = "extension", files = { ["Contents/MacOS/Share.meta"] = unity }, at = "Contents/MacOS/Share.meta" },
      { files = { ["Contents/Frameworks/a.meta"] = unity, ["Contents/Frameworks/a"] = "x" }, at = "Contents/Frameworks/a.meta", count = 1 },
      { kind = "framework", files = { ["Kit.meta"] = unity }, at = "Kit.meta" },
      plug_in("Contents/MacOS/Native.meta", true), plug_in("Contents/Info.plist.meta", true), plug_in("Contents.meta", true),
      { kind = "application", files = { ["Contents/PlugIns/A.bundle.meta"] = unity }, at = "Contents/PlugIns/A.bundle.meta" },
      { kind = "application", files = { ["Contents/Frameworks/a.dylib.meta"] = unity }, at = "Contents/Frameworks/a.dylib.meta" },
      {
        kind = "application", files = { ["Contents/Resources/a"] = "x", ["Contents/Resources/a.meta"] = "fileFormatVersion: 2\n" },
        at = "Contents/Resources/a.meta",
      },
      { kind = "framework", files = { ["Versions/A/Kit.meta"] = unity }, at = "Versions/A/Kit.meta" },
    },
  },
}
