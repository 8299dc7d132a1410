-- What the files of a bundle state about themselves.

policy "com.example.file-facts" { summary = "Code and pictures are fit to ship" }

local architectures = parameter "architectures" {
  default = { "arm64", "x86_64" }, summary = "what the executable must have code for",
}

rule "architectures" {
  summary = "The executable has code for every architecture we support, and for no later system than Info.plist says",
  applies = { kind = "application", platform = "macos" },
  check = function(bundle, report)
    local path = bundle.executable
    local code = path and bundle.files[path] and bundle.files[path].mach_o
    if not code then return report("there is no executable") end
    local found = {}
    for _, slice in ipairs(code.slices) do
      found[slice.architecture] = true
      local promised = bundle.info.LSMinimumSystemVersion
      if promised and slice.minimum_os and version.compare(slice.minimum_os, promised) > 0 then
        report:at(bundle.info, "LSMinimumSystemVersion", "the code for %s needs %s", slice.architecture, slice.minimum_os)
      end
    end
    for _, architecture in ipairs(architectures) do
      if not found[architecture] then
        report:file(path, "no code for %s", architecture, {
          expected = table.concat(architectures, ", "), fix = "build for all of them",
        })
      end
    end
  end,
}

rule "icons" {
  summary = "The icon is drawn for the largest display",
  applies = { kind = "application", platform = "macos" },
  check = function(bundle, report)
    for _, path in ipairs(bundles.walk(bundle, "Contents/Resources/*.icns")) do
      local icons = bundle.files[path].icns
      if not icons then
        report:file(path, "this is no icon family")
      elseif icons.largest < 1024 then
        report:file(path, "its largest picture is %d pixels wide", icons.largest, { expected = "1024 (ic10)" })
      end
    end
  end,
}
