-- The processors that slices have code for, as a set of architectures without their variants: arm64e code runs where arm64 code does.
return function(slices)
  local result = {}
  for _, slice in ipairs(slices) do
    local architecture = slice.architecture
    result[architecture:match("arm64") or architecture:match("x86_64") or architecture] = true
  end
  return result
end
