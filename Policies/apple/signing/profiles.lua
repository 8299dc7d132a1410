local slices = import "apple.code.slices"
local values = import "apple.values"

-- Questions about provisioning profiles that several rules ask.
local profiles = {}

-- The files without which there is no profile, for `applies`.
profiles.files = { "**/embedded.mobileprovision", "**/embedded.provisionprofile" }

local store_signers = {
  ["Apple Mac OS Application Signing"] = true, ["Apple iPhone OS Application Signing"] = true, ["TestFlight Beta Distribution"] = true,
}

local function read_signer(slice) return { name = slice.signer, fingerprint = slice.signer_sha256 } end

-- Who signed each of these slices, as { name, fingerprint, code, problem }. `name` is nil for code that no certificate signed or whose
-- signature does not contain it; `problem` says why that cannot be read.
function profiles.signers_of(all)
  local result = {}
  for _, slice in ipairs(all) do
    local is_read, signer = pcall(read_signer, slice)
    local entry = is_read and signer or { problem = signer }
    entry.code = #all == 1 and "the code" or ("the %s code"):format(slice.architecture)
    result[#result + 1] = entry
  end
  return result
end

-- Who signed the executable of a bundle.
function profiles.signers(bundle) return profiles.signers_of(slices(bundle)) end

-- Whether the store signed the code again, for each architecture: what is left of a profile no longer matters.
function profiles.is_from_store(bundle)
  local signers = profiles.signers(bundle)
  for _, signer in ipairs(signers) do
    if not store_signers[signer.name] then return false end
  end
  return #signers > 0
end

-- Where the bundle's platform looks for the profile.
function profiles.path(bundle)
  if bundle.layout == "contents" then return "Contents/embedded.provisionprofile" end
  -- Driver extensions for the Mac are flat.
  return (values.is_mobile(bundle) or bundle.platform == nil) and "embedded.mobileprovision" or "embedded.provisionprofile"
end

-- The profile; nil if there is none, in apps from the store, and for a damaged one, which only profile-readable reports.
function profiles.of(bundle)
  local file = bundle.files[profiles.path(bundle)]
  return file and values.can_open(file) and not file.problem and not profiles.is_from_store(bundle) and file.profile or nil
end

local names = {
  development = "development", ad_hoc = "ad hoc distribution", enterprise = "in-house distribution", store = "the store",
  developer_id = "Developer ID",
}

-- The usual names of kinds of profiles.
function profiles.purpose(profile) return names[profile.kind] end

return profiles
