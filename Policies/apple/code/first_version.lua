-- The first system of each kind that runs code for arm64. Compilers raise the minimum system of such code to it, even if the
-- deployment target is lower. Source: LLVM, Triple::getMinimumSupportedOSVersion.
local versions = {
  macos = "11.0", catalyst = "14.0", ["ios-simulator"] = "14.0", ["tvos-simulator"] = "14.0", ["watchos-simulator"] = "7.0",
}

-- Returns the first system that runs the code of a slice, or nil if every system does.
return function(slice) return slice.architecture == "arm64" and versions[slice.platform] or nil end
