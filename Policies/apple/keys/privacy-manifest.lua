-- The privacy manifest, PrivacyInfo.xcprivacy: what an app or SDK collects and which watched interfaces it uses.
local reference = "Bundle Resources: Privacy manifest files"

return {
  {
    key = "NSPrivacyTracking", type = "boolean",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true, catalyst = true },
    summary = "Whether the code tracks people", source = reference,
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
          NSPrivacyCollectedDataType = { type = "string", required = true, summary = "Kind of data" },
          NSPrivacyCollectedDataTypeLinked = {
            type = "boolean", required = true, summary = "Whether it is linked to a person",
          },
          NSPrivacyCollectedDataTypeTracking = {
            type = "boolean", required = true, summary = "Whether it is used for tracking",
          },
          NSPrivacyCollectedDataTypePurposes = {
            type = "array", items = "string", required = true, summary = "What it is used for",
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
            summary = "Group of interfaces",
          },
          NSPrivacyAccessedAPITypeReasons = {
            type = "array", items = "string", required = true, summary = "Codes of the allowed reasons",
          },
        },
      },
    },
    summary = "Watched interfaces the code uses", source = reference,
  },
}
