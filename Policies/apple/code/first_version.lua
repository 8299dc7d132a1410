-- The first system of each kind that runs code for arm64. Compilers raise the minimum system of such code to it, whatever the
-- deployment target is. Source: LLVM, Triple::getMinimumSupportedOSVersion.
local versions = {
  macos = "11.0", catalyst = "14.0", ["ios-simulator"] = "14.0", ["tvos-simulator"] = "14.0", ["watchos-simulator"] = "7.0",
}

-- The first system that runs code like that of a slice; nil if every system does.
return function(slice) return slice.architecture == "arm64" and versions[slice.platform] or nil end
