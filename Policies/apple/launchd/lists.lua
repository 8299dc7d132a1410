-- The property lists of launchd in an app, which SMAppService registers, by the folders where it looks for them.
local lists = { folders = { "Contents/Library/LaunchDaemons", "Contents/Library/LaunchAgents" } }

lists.patterns = { "Contents/Library/LaunchDaemons/*.plist", "Contents/Library/LaunchAgents/*.plist" }

-- The dictionaries in the files that match patterns, as { path, list } in order. Files that cannot be read are reported by
-- property-lists-parse.
function lists.of(app, patterns)
  local result = {}
  for _, file in ipairs(bundles.files(app, patterns, "file")) do
    local list = not bundles.problem(app, file.path) and bundles.read(app, file.path)
    if plist.type(list) == "dictionary" then result[#result + 1] = { path = file.path, list = list } end
  end
  return result
end

return lists
