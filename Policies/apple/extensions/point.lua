local values = import "apple.values"

-- The extension point of a bundle, and whether it is declared in the newer form, EXAppExtensionAttributes; nil if there is none.
return function(bundle)
  local info = bundle.info
  local new = values.text(values.dictionary(info.EXAppExtensionAttributes).EXExtensionPointIdentifier)
  if new then return new, true end
  return values.text(values.dictionary(info.NSExtension).NSExtensionPointIdentifier), false
end
