-- Whether the frameworks of an app contain one with this name (without `.framework`).
return function(app, name)
  local folder = app.layout == "contents" and "Contents/Frameworks/" or "Frameworks/"
  return bundles.exists(app, folder .. name .. ".framework")
end
