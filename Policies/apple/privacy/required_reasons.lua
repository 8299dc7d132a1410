-- The APIs that require a reason, by category of a privacy manifest: the reasons that Apple accepts, and what code refers to that uses
-- them. Swift's
-- names of constants and methods become these symbols and selectors.
local required_reasons = {
  reasons = {
    NSPrivacyAccessedAPICategoryFileTimestamp = { "DDA9.1", "C617.1", "3B52.1", "0A2A.1" },
    NSPrivacyAccessedAPICategorySystemBootTime = { "35F9.1", "8FFB.1", "3D61.1" },
    NSPrivacyAccessedAPICategoryDiskSpace = { "85F4.1", "E174.1", "7D9E.1", "B728.1", "AB6B.1" },
    NSPrivacyAccessedAPICategoryActiveKeyboards = { "3EC4.1", "54BD.1" },
    NSPrivacyAccessedAPICategoryUserDefaults = { "CA92.1", "1C8F.1", "C56D.1", "AC6B.1" },
  },
  -- C functions and constants, as code imports them, and classes. A selector counts only beside its class: others have methods of this
  -- name, too.
  uses = {
    {
      category = "NSPrivacyAccessedAPICategoryFileTimestamp",
      symbols = {
        "_NSFileCreationDate", "_NSFileModificationDate", "_NSURLContentModificationDateKey", "_NSURLCreationDateKey", "_getattrlistbulk",
        "_stat",
        "_fstat", "_fstatat", "_lstat",
      },
      selectors = { "fileModificationDate" }, class = "UIDocument",
    },
    {
      category = "NSPrivacyAccessedAPICategorySystemBootTime", symbols = { "_mach_absolute_time" },
      selectors = { "systemUptime" }, class = "NSProcessInfo",
    },
    {
      category = "NSPrivacyAccessedAPICategoryDiskSpace",
      symbols = {
        "_NSURLVolumeAvailableCapacityKey", "_NSURLVolumeAvailableCapacityForImportantUsageKey",
        "_NSURLVolumeAvailableCapacityForOpportunisticUsageKey", "_NSURLVolumeTotalCapacityKey", "_NSFileSystemFreeSize",
        "_NSFileSystemSize",
        "_statfs", "_statvfs", "_fstatfs", "_fstatvfs",
      },
    },
    { category = "NSPrivacyAccessedAPICategoryActiveKeyboards", selectors = { "activeInputModes" }, class = "UITextInputMode" },
    { category = "NSPrivacyAccessedAPICategoryUserDefaults", classes = { "NSUserDefaults" } },
    -- For the times of files or for the space of the disk: Apple lists them under both.
    {
      category = "NSPrivacyAccessedAPICategoryFileTimestamp", other = "NSPrivacyAccessedAPICategoryDiskSpace",
      symbols = { "_getattrlist", "_fgetattrlist", "_getattrlistat" },
    },
  },
}

return required_reasons
