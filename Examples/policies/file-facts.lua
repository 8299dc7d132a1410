-- Facts about the files of a bundle.

policy "com.example.file-facts" { summary = "Code and images are fit to ship" }

local architectures = parameter "architectures" {
  default = { "arm64", "x86_64" }, summary = "architectures that the executable must support",
}

rule "architectures" {
  summary = "The executable must support every architecture and run on the minimum system in Info.plist",
  applies = { kind = "application", platform = "macos" },
  check = function(bundle, report)
    local path = bundle.executable
    local code = path and bundle.files[path] and bundle.files[path].mach_o
    if not code then return report("the bundle has no executable") end
    local found = {}
    for _, slice in ipairs(code.slices) do
      found[slice.architecture] = true
      local promised = bundle.info.LSMinimumSystemVersion
      if promised and slice.minimum_os and version.compare(slice.minimum_os, promised) > 0 then
        report:at(bundle.info, "LSMinimumSystemVersion", "the %s code requires %s", slice.architecture, slice.minimum_os)
      end
    end
    for _, architecture in ipairs(architectures) do
      if not found[architecture] then
        report:file(path, "the executable has no code for %s", architecture, {
          expected = table.concat(architectures, ", "), fix = "build for all of them",
        })
      end
    end
  end,
}

rule "icons" {
  summary = "The icon must be large enough for the largest display",
  applies = { kind = "application", platform = "macos" },
  check = function(bundle, report)
    for _, path in ipairs(bundles.walk(bundle, "Contents/Resources/*.icns")) do
      local icons = bundle.files[path].icns
      if not icons then
        report:file(path, "%s is not an icon family", path)
      elseif icons.largest < 1024 then
        report:file(path, "the largest image is %d pixels wide", icons.largest, { expected = "1024 (ic10)" })
      end
    end
  end,
}
