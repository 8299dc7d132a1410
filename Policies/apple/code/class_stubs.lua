-- Whether a slice may have classes that its tables do not show: those that are derived from classes of a library that may change.
return function(slice)
  for _, segment in ipairs(slice.segments) do
    for _, section in ipairs(segment.sections) do
      if section.name == "__objc_stublist" then return true end
    end
  end
  return false
end
