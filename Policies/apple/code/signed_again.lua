local product = import "apple.code.product"

-- Whether all code of a bundle will be signed again, with another certificate, profile and entitlements: the bundle is in an Xcode archive,
-- which is exported or uploaded.
return function(bundle)
  local delivery = product(bundle).delivery
  return delivery ~= nil and delivery.kind == "xcarchive"
end
