-- Whether all code of a bundle will be signed again, with another certificate, profile and entitlements: the bundle is in an Xcode archive,
-- which is exported or uploaded.
return function(bundle)
  while bundle.parent and bundle.parent.kind ~= "archive" do bundle = bundle.parent end
  return bundle.delivery ~= nil and bundle.delivery.kind == "xcarchive"
end
