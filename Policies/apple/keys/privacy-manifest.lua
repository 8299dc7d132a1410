-- The privacy manifest, PrivacyInfo.xcprivacy: the data that an app or SDK collects and the required reason APIs that it uses.
local reference = "Bundle Resources: Privacy manifest files"

return {
  {
    key = "NSPrivacyTracking", type = "boolean",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true, catalyst = true },
    summary = "Whether the code tracks users", source = reference,
  },
  {
    key = "NSPrivacyTrackingDomains", type = "array",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true, catalyst = true },
    schema = { items = "string" },
    summary = "Servers used for tracking", source = reference,
  },
  {
    key = "NSPrivacyCollectedDataTypes", type = "array",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true, catalyst = true },
    schema = {
      items = {
        type = "dictionary",
        keys = {
          NSPrivacyCollectedDataType = { type = "string", required = true, summary = "Type of data" },
          NSPrivacyCollectedDataTypeLinked = {
            type = "boolean", required = true, summary = "Whether the data is linked to a user",
          },
          NSPrivacyCollectedDataTypeTracking = {
            type = "boolean", required = true, summary = "Whether the data is used for tracking",
          },
          NSPrivacyCollectedDataTypePurposes = {
            type = "array", items = "string", required = true, summary = "Purposes of the data",
          },
        },
      },
    },
    summary = "Data the code collects", source = reference,
  },
  {
    key = "NSPrivacyAccessedAPITypes", type = "array",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true, catalyst = true },
    schema = {
      items = {
        type = "dictionary",
        keys = {
          NSPrivacyAccessedAPIType = {
            type = "string",
            required = true,
            values = {
              "NSPrivacyAccessedAPICategoryFileTimestamp", "NSPrivacyAccessedAPICategorySystemBootTime",
              "NSPrivacyAccessedAPICategoryDiskSpace", "NSPrivacyAccessedAPICategoryActiveKeyboards",
              "NSPrivacyAccessedAPICategoryUserDefaults",
            },
            summary = "API category",
          },
          NSPrivacyAccessedAPITypeReasons = {
            type = "array", items = "string", required = true, summary = "Codes of the approved reasons",
          },
        },
      },
    },
    summary = "Required reason APIs that the code uses", source = reference,
  },
}
