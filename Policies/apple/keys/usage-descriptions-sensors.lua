-- Usage descriptions for location, motion, health and surroundings.
local reference = "Bundle Resources: Information Property List"

return {
  {
    key = "NSAccessoryTrackingUsageDescription", type = "string", platforms = { visionos = "26.0" },
    localizable = true,
    summary = "Why the app tracks the position of an accessory", source = reference,
  },
  {
    key = "NSFallDetectionUsageDescription", type = "string",
    platforms = { ios = "14.2", watchos = "7.2", visionos = "1.0" }, localizable = true,
    summary = "Why the app is notified of falls", source = reference,
  },
  {
    key = "NSHandsTrackingUsageDescription", type = "string", platforms = { visionos = "1.0" }, localizable = true,
    summary = "Why the app tracks the user's hands", source = reference,
  },
  {
    key = "NSHealthClinicalHealthRecordsShareUsageDescription", type = "string",
    platforms = { ios = "12.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app reads clinical records", source = reference,
  },
  {
    key = "NSHealthShareUsageDescription", type = "string",
    platforms = { ios = "8.0", watchos = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app reads health data", source = reference,
  },
  {
    key = "NSHealthUpdateUsageDescription", type = "string",
    platforms = { ios = "8.0", watchos = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app stores health data", source = reference,
  },
  {
    key = "NSLocationAlwaysAndWhenInUseUsageDescription", type = "string",
    platforms = { ios = "11.0", watchos = true, visionos = "1.0" }, localizable = true,
    summary = "Why the app always uses the location", source = reference,
  },
  {
    key = "NSLocationAlwaysUsageDescription", type = "string", platforms = { macos = true, ios = "8.0" },
    deprecated = { ios = "11.0" }, localizable = true, successor = "NSLocationAlwaysAndWhenInUseUsageDescription",
    summary = "Why the app always used the location on iOS 10 and earlier", source = reference,
  },
  {
    key = "NSLocationTemporaryUsageDescription", type = "string", platforms = { ios = true }, localizable = true,
    summary = "Why the app needs a precise location temporarily", source = "Xcode build settings reference",
  },
  {
    key = "NSLocationTemporaryUsageDescriptionDictionary", type = "dictionary",
    platforms = { macos = "11.0", ios = "14.0", watchos = "7.0", visionos = "1.0" }, localizable = true,
    schema = { others = "string" },
    summary = "Why the app needs a precise location temporarily, by purpose", source = reference,
  },
  {
    key = "NSLocationUsageDescription", type = "string", platforms = { macos = "10.14", ios = "6.0" },
    deprecated = { ios = "8.0" }, localizable = true, successor = "NSLocationWhenInUseUsageDescription",
    summary = "Why the app uses the location", source = reference,
  },
  {
    key = "NSLocationWhenInUseUsageDescription", type = "string",
    platforms = { macos = true, ios = "11.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the location while it is in use", source = reference,
  },
  {
    key = "NSMotionUsageDescription", type = "string",
    platforms = { macos = "10.15", ios = "7.0", watchos = true, visionos = "1.0" }, localizable = true,
    summary = "Why the app reads the motion sensors", source = reference,
  },
  {
    key = "NSNearbyInteractionAllowOnceUsageDescription", type = "string", platforms = { ios = "14.0" },
    deprecated = { ios = "15.0" }, localizable = true, successor = "NSNearbyInteractionUsageDescription",
    summary = "Why the app measures distances to nearby devices once", source = reference,
  },
  {
    key = "NSNearbyInteractionUsageDescription", type = "string", platforms = { ios = "15.0", watchos = "8.0" },
    localizable = true,
    summary = "Why the app measures distances to nearby devices", source = reference,
  },
  {
    key = "NSSensorKitUsageDescription", type = "string", platforms = { ios = "14.0" }, localizable = true,
    summary = "Purpose of the research study", source = reference,
  },
  {
    key = "NSSensorKitUsageDetail", type = "dictionary", platforms = { ios = "14.0" }, localizable = true,
    schema = {
      keys = {
        SRSensorUsageAmbientLightSensor = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageDeviceUsage = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageECG = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageElevation = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageFacialMetrics = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageHeartRate = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageKeyboardMetrics = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageMediaEvents = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageMessageUsage = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageMotion = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageOdometer = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsagePPG = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsagePedometer = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsagePhoneUsage = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageSpeechMetrics = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageVisits = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageWristDetection = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
        SRSensorUsageWristTemperature = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study requires the data" },
          },
        },
      },
    },
    summary = "Purpose of each sensor in the research study", source = reference,
  },
  {
    key = "NSWorldSensingUsageDescription", type = "string", platforms = { visionos = "1.0" }, localizable = true,
    summary = "Why the app senses the surroundings", source = reference,
  },
}
