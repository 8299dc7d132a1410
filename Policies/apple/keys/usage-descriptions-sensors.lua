-- Purpose strings for places, movements, health and surroundings.
local reference = "Bundle Resources: Information Property List"

return {
  {
    key = "NSAccessoryTrackingUsageDescription", type = "string", platforms = { visionos = "26.0" },
    localizable = true,
    summary = "Why the app follows the position of an accessory", source = reference,
  },
  {
    key = "NSFallDetectionUsageDescription", type = "string",
    platforms = { ios = "14.2", watchos = "7.2", visionos = "1.0" }, localizable = true,
    summary = "Why the app hears of falls", source = reference,
  },
  {
    key = "NSHandsTrackingUsageDescription", type = "string", platforms = { visionos = "1.0" }, localizable = true,
    summary = "Why the app follows people's hands", source = reference,
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
    summary = "Why the app uses the location at all times", source = reference,
  },
  {
    key = "NSLocationAlwaysUsageDescription", type = "string", platforms = { macos = true, ios = "8.0" },
    deprecated = { ios = "11.0" }, localizable = true, successor = "NSLocationAlwaysAndWhenInUseUsageDescription",
    summary = "Why the app used the location at all times on iOS 10 and earlier", source = reference,
  },
  {
    key = "NSLocationTemporaryUsageDescription", type = "string", platforms = { ios = true }, localizable = true,
    summary = "Why the app needs a precise location for once", source = "Xcode build settings reference",
  },
  {
    key = "NSLocationTemporaryUsageDescriptionDictionary", type = "dictionary",
    platforms = { macos = "11.0", ios = "14.0", watchos = "7.0", visionos = "1.0" }, localizable = true,
    schema = { others = "string" },
    summary = "Why the app needs a precise location for once, by purpose", source = reference,
  },
  {
    key = "NSLocationUsageDescription", type = "string", platforms = { macos = "10.14", ios = "6.0" },
    deprecated = { ios = "8.0" }, localizable = true, successor = "NSLocationWhenInUseUsageDescription",
    summary = "Why the app uses the location", source = reference,
  },
  {
    key = "NSLocationWhenInUseUsageDescription", type = "string",
    platforms = { macos = true, ios = "11.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" }, localizable = true,
    summary = "Why the app uses the location while it is in front", source = reference,
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
    summary = "What the research study is for", source = reference,
  },
  {
    key = "NSSensorKitUsageDetail", type = "dictionary", platforms = { ios = "14.0" }, localizable = true,
    schema = {
      keys = {
        SRSensorUsageAmbientLightSensor = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageDeviceUsage = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageECG = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageElevation = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageFacialMetrics = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageHeartRate = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageKeyboardMetrics = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageMediaEvents = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageMessageUsage = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageMotion = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageOdometer = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsagePPG = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsagePedometer = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsagePhoneUsage = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageSpeechMetrics = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageVisits = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageWristDetection = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
        SRSensorUsageWristTemperature = {
          type = "dictionary",
          keys = {
            Description = { type = "string", localizable = true, summary = "What the data is used for" },
            Required = { type = "boolean", summary = "Whether the study cannot do without" },
          },
        },
      },
    },
    summary = "What each sensor tells the research study", source = reference,
  },
  {
    key = "NSWorldSensingUsageDescription", type = "string", platforms = { visionos = "1.0" }, localizable = true,
    summary = "Why the app senses the surroundings", source = reference,
  },
}
