-- Kernel extensions and driver extensions.
local reference = "Kernel Extension Programming Topics: Architecture-Specific Properties"
local second_reference = "Kernel Extension Programming Topics: Info.plist Properties for Kernel Extensions"

return {
  {
    key = "IOKitPersonalities", type = "dictionary", platforms = { macos = "10.0" },
    schema = {
      others = {
        type = "dictionary",
        keys = {
          IOClass = { type = "string", summary = "Driver class" },
          IOProviderClass = { type = "string", summary = "Class of the device" },
          IOMatchCategory = { type = "string", summary = "Category in which only one driver matches" },
          IONameMatch = { type = "string_or_array", summary = "Names of the device" },
          IOParentMatch = { type = "dictionary" },
          IOPathMatch = { type = "string_or_array" },
          IOPropertyMatch = { type = "dictionary_or_array", summary = "Properties of the device" },
          IOResourceMatch = { type = "string_or_array", summary = "Resource that must be present first" },
          IOUserClass = { type = "string", summary = "Class in the driver extension" },
          IOUserClientClass = { type = "string" },
          IOUserServerName = { type = "string", summary = "Process of the driver extension" },
          IOKitDebug = { type = "integer", summary = "Events of the driver that are logged" },
          IOProbeScore = { type = "integer", summary = "Rank among matching drivers" },
          CFBundleIdentifier = { type = "string", summary = "Bundle with the code" },
          CFBundleIdentifierKernel = { type = "string", summary = "Bundle of the kernel extension" },
        },
      },
    },
    summary = "Devices the driver is for", source = second_reference,
  },
  {
    key = "OSBundleLibraries", type = "dictionary", platforms = { macos = "10.0" },
    schema = { others = "string" },
    summary = "Kernel extensions loaded first, with the oldest version of each", source = second_reference,
  },
  {
    key = "OSBundleCompatibleVersion", type = "string", platforms = { macos = "10.0" },
    summary = "Oldest version that others may link against", source = second_reference,
  },
  {
    key = "OSBundleRequired", type = "string", platforms = { macos = "10.0" },
    schema = {values = { "Root", "Network-Root", "Local-Root", "Console", "Safe Boot" } },
    summary = "When the kernel extension is needed early during startup", source = second_reference,
  },
  {
    key = "OSBundleAllowUserLoad", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether any user may load the kernel extension", source = second_reference,
  },
  {
    key = "OSBundleEnableKextLogging", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether the kernel logs about the extension", source = second_reference,
  },
  {
    key = "IOPCITunnelCompatible", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether the driver works over Thunderbolt", source = "Bundle Resources: Information Property List",
  },
  {
    key = "IOPCIMatch", type = "string", platforms = { macos = "10.0" },
    summary = "PCI devices of the driver", source = "IOKit Fundamentals",
  },
  {
    key = "IOClass", type = "string", platforms = { macos = "10.0" },
    summary = "Driver class", source = "Bundle Resources: Information Property List",
  },
  {
    key = "IOProviderClass", type = "string", platforms = { macos = "10.0" },
    summary = "Class of the device", source = "Bundle Resources: Information Property List",
  },
  {
    key = "IOMatchCategory", type = "string", platforms = { macos = "10.0" },
    summary = "Category in which only one driver matches", source = "Bundle Resources: Information Property List",
  },
  {
    key = "IOUserClass", type = "string", platforms = { macos = "10.14" },
    summary = "Class in the driver extension", source = "Bundle Resources: Information Property List",
  },
  {
    key = "IOUserServerName", type = "string", platforms = { macos = "10.14" },
    summary = "Process of the driver extension", source = "Bundle Resources: Information Property List",
  },
  {
    key = "OSBundleDebugLevel", type = "integer", platforms = { macos = "10.0" },
    summary = "How much the kernel extension logs", source = second_reference,
  },
  {
    key = "OSBundleAllowUserTerminate", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether any user may terminate the driver", source = second_reference,
  },
  {
    key = "OSKernelResource", type = "boolean", platforms = { macos = "10.0" },
    summary = "Marks a part of the kernel itself", source = second_reference,
  },
  {
    key = "OSBundleIsInterface", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = true },
    summary = "Marks a kernel interface without code", source = second_reference,
  },
  {
    key = "OSBundleSharedExecutableIdentifier", type = "string", platforms = { macos = "10.0" },
    deprecated = { macos = true },
    summary = "Kernel extension whose executable this one uses", source = second_reference,
  },
  {
    key = "IOKitPersonalities_i386", type = "dictionary", platforms = { macos = "10.6" },
    summary = "Devices the driver is for (on i386)", source = reference,
  },
  {
    key = "IOKitPersonalities_x86_64", type = "dictionary", platforms = { macos = "10.6" },
    summary = "Devices the driver is for (on x86_64)", source = reference,
  },
  {
    key = "IOKitPersonalities_arm64", type = "dictionary", platforms = { macos = "10.6" },
    summary = "Devices the driver is for (on arm64)", source = reference,
  },
  {
    key = "IOKitPersonalities_arm64e", type = "dictionary", platforms = { macos = "10.6" },
    summary = "Devices the driver is for (on arm64e)", source = reference,
  },
  {
    key = "IOKitPersonalities_ppc", type = "dictionary", platforms = { macos = "10.6" },
    summary = "Devices the driver is for (on ppc)", source = reference,
  },
  {
    key = "OSBundleLibraries_i386", type = "dictionary", platforms = { macos = "10.6" },
    schema = { others = "string" },
    summary = "Kernel extensions loaded first, with the oldest version of each (on i386)", source = reference,
  },
  {
    key = "OSBundleLibraries_x86_64", type = "dictionary", platforms = { macos = "10.6" },
    schema = { others = "string" },
    summary = "Kernel extensions loaded first, with the oldest version of each (on x86_64)", source = reference,
  },
  {
    key = "OSBundleLibraries_arm64", type = "dictionary", platforms = { macos = "10.6" },
    schema = { others = "string" },
    summary = "Kernel extensions loaded first, with the oldest version of each (on arm64)", source = reference,
  },
  {
    key = "OSBundleLibraries_arm64e", type = "dictionary", platforms = { macos = "10.6" },
    schema = { others = "string" },
    summary = "Kernel extensions loaded first, with the oldest version of each (on arm64e)", source = reference,
  },
  {
    key = "OSBundleLibraries_ppc", type = "dictionary", platforms = { macos = "10.6" },
    schema = { others = "string" },
    summary = "Kernel extensions loaded first, with the oldest version of each (on ppc)", source = reference,
  },
  {
    key = "OSBundleCompatibleVersion_i386", type = "string", platforms = { macos = "10.6" },
    summary = "Oldest version that others may link against (on i386)", source = reference,
  },
  {
    key = "OSBundleCompatibleVersion_x86_64", type = "string", platforms = { macos = "10.6" },
    summary = "Oldest version that others may link against (on x86_64)", source = reference,
  },
  {
    key = "OSBundleCompatibleVersion_arm64", type = "string", platforms = { macos = "10.6" },
    summary = "Oldest version that others may link against (on arm64)", source = reference,
  },
  {
    key = "OSBundleCompatibleVersion_arm64e", type = "string", platforms = { macos = "10.6" },
    summary = "Oldest version that others may link against (on arm64e)", source = reference,
  },
  {
    key = "OSBundleCompatibleVersion_ppc", type = "string", platforms = { macos = "10.6" },
    summary = "Oldest version that others may link against (on ppc)", source = reference,
  },
  {
    key = "OSBundleRequired_i386", type = "string", platforms = { macos = "10.6" },
    summary = "When the kernel extension is needed early during startup (on i386)", source = reference,
  },
  {
    key = "OSBundleRequired_x86_64", type = "string", platforms = { macos = "10.6" },
    summary = "When the kernel extension is needed early during startup (on x86_64)", source = reference,
  },
  {
    key = "OSBundleRequired_arm64", type = "string", platforms = { macos = "10.6" },
    summary = "When the kernel extension is needed early during startup (on arm64)", source = reference,
  },
  {
    key = "OSBundleRequired_arm64e", type = "string", platforms = { macos = "10.6" },
    summary = "When the kernel extension is needed early during startup (on arm64e)", source = reference,
  },
  {
    key = "OSBundleRequired_ppc", type = "string", platforms = { macos = "10.6" },
    summary = "When the kernel extension is needed early during startup (on ppc)", source = reference,
  },
  {
    key = "OSBundleAllowUserLoad_i386", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether any user may load the kernel extension (on i386)", source = reference,
  },
  {
    key = "OSBundleAllowUserLoad_x86_64", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether any user may load the kernel extension (on x86_64)", source = reference,
  },
  {
    key = "OSBundleAllowUserLoad_arm64", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether any user may load the kernel extension (on arm64)", source = reference,
  },
  {
    key = "OSBundleAllowUserLoad_arm64e", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether any user may load the kernel extension (on arm64e)", source = reference,
  },
  {
    key = "OSBundleAllowUserLoad_ppc", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether any user may load the kernel extension (on ppc)", source = reference,
  },
  {
    key = "OSBundleEnableKextLogging_i386", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether the kernel logs about the extension (on i386)", source = reference,
  },
  {
    key = "OSBundleEnableKextLogging_x86_64", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether the kernel logs about the extension (on x86_64)", source = reference,
  },
  {
    key = "OSBundleEnableKextLogging_arm64", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether the kernel logs about the extension (on arm64)", source = reference,
  },
  {
    key = "OSBundleEnableKextLogging_arm64e", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether the kernel logs about the extension (on arm64e)", source = reference,
  },
  {
    key = "OSBundleEnableKextLogging_ppc", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether the kernel logs about the extension (on ppc)", source = reference,
  },
}
