-- Questions about provisioning profiles that several rules ask.
local profiles = {}

-- Where the bundle's platform looks for the profile.
function profiles.path(bundle)
  return bundle.layout == "contents" and "Contents/embedded.provisionprofile" or "embedded.mobileprovision"
end

-- The profile; nil if there is none, and for a damaged one, which only profile-readable reports.
function profiles.of(bundle)
  local file = bundle.files[profiles.path(bundle)]
  return file and not file.problem and file.profile or nil
end

local names = { development = "development", ad_hoc = "ad hoc distribution", enterprise = "in-house distribution", store = "the store", developer_id = "Developer ID" }

-- What a profile is for, as people call it.
function profiles.purpose(profile) return names[profile.kind] end

return profiles
