local slices = import "apple.code.slices"
local values = import "apple.values"

-- Questions about provisioning profiles that several rules ask.
local profiles = {}

local store_signers = {
  ["Apple Mac OS Application Signing"] = true, ["Apple iPhone OS Application Signing"] = true, ["TestFlight Beta Distribution"] = true,
}

local function read_signer(slice) return { name = slice.signer, fingerprint = slice.signer_sha256 } end

-- The certificates that signed the code of each architecture, as `{ name, fingerprint }`, as far as the signatures contain and tell them.
function profiles.signers(bundle)
  local result = {}
  for _, slice in ipairs(slices(bundle)) do
    local is_read, signer = pcall(read_signer, slice)
    if is_read and signer.name then result[#result + 1] = signer end
  end
  return result
end

-- Whether the store signed the code again: what is left of a profile no longer matters.
local function is_from_store(bundle)
  local signer = profiles.signers(bundle)[1]
  return signer ~= nil and store_signers[signer.name] == true
end

-- Where the bundle's platform looks for the profile.
function profiles.path(bundle)
  return bundle.layout == "contents" and "Contents/embedded.provisionprofile" or "embedded.mobileprovision"
end

-- The profile; nil if there is none, in apps from the store, and for a damaged one, which only profile-readable reports.
function profiles.of(bundle)
  local file = bundle.files[profiles.path(bundle)]
  return file and values.can_open(file) and not file.problem and not is_from_store(bundle) and file.profile or nil
end

local names = { development = "development", ad_hoc = "ad hoc distribution", enterprise = "in-house distribution", store = "the store", developer_id = "Developer ID" }

-- What a profile is for, as people call it.
function profiles.purpose(profile) return names[profile.kind] end

return profiles
