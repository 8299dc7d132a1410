-- The outermost application or extension around a bundle; nil if there is none.
return function(bundle)
  local found, around = nil, bundle.parent
  while around do
    if around.kind == "application" or around.kind == "extension" then found = around end
    around = around.parent
  end
  return found
end
