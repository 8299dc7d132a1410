-- Plug-ins of particular hosts: browsers, Mail, image units, compositions, video applications.
local reference = "Plug-in formats of Apple applications"
local second_reference = "PC/SC reader drivers"

return {
  {
    key = "WebPluginDescription", type = "string", platforms = { macos = "10.2" }, localizable = true,
    summary = "What the browser plug-in does", source = "WebKit: WebBasePluginPackage.h",
  },
  {
    key = "WebPluginLocalizationName", type = "string", platforms = { macos = "10.2" },
    summary = "Language of the listed types", source = "WebKit: WebBasePluginPackage.h",
  },
  {
    key = "WebPluginMIMETypes", type = "dictionary", platforms = { macos = "10.2" },
    schema = {
      others = {
        type = "dictionary",
        keys = {
          WebPluginExtensions = { type = "array", items = "string" },
          WebPluginTypeDescription = { type = "string", localizable = true },
          WebPluginTypeEnabled = "boolean",
        },
      },
    },
    summary = "Types the browser plug-in shows", source = "WebKit: WebBasePluginPackage.h",
  },
  {
    key = "WebPluginMIMETypesFilename", type = "string", platforms = { macos = "10.2" },
    summary = "Preference file that lists the types", source = "WebKit: WebBasePluginPackage.h",
  },
  {
    key = "WebPluginName", type = "string", platforms = { macos = "10.2" }, localizable = true,
    summary = "Name of the browser plug-in", source = "WebKit: WebBasePluginPackage.h",
  },
  {
    key = "AudioServerPlugIn_LoadingConditions", type = "dictionary", platforms = { macos = "10.8" },
    summary = "When the audio driver is loaded", source = "Audio and video drivers of macOS",
  },
  {
    key = "AudioServerPlugIn_MachServices", type = "array", platforms = { macos = "10.8" },
    schema = { items = "string" },
    summary = "Mach services the audio driver may use", source = "Audio and video drivers of macOS",
  },
  {
    key = "AudioServerPlugIn_Network", type = "boolean", platforms = { macos = "10.8" },
    summary = "Whether the audio driver may use the network", source = "Audio and video drivers of macOS",
  },
  {
    key = "CMIOHardwareAssistantServiceNames", type = "array", platforms = { macos = true },
    schema = { items = "string" },
    summary = "Mach services a camera driver may use", source = "Audio and video drivers of macOS",
  },
  {
    key = "Matching", type = "any", platforms = { macos = true, ios = true },
    summary = "Devices a HID event filter is for", source = "IOHIDFamily event plug-ins",
  },
  {
    key = "ifdCapabilities", type = "string", platforms = { macos = true },
    summary = "Description of the card reader's driver", source = second_reference,
  },
  {
    key = "ifdDriverOptions", type = "string", platforms = { macos = true },
    summary = "Options of the card reader's driver", source = second_reference,
  },
  {
    key = "ifdFriendlyName", type = "any", platforms = { macos = true },
    summary = "Names of card readers", source = second_reference,
  },
  {
    key = "ifdLogLevel", type = "string", platforms = { macos = true },
    summary = "How much the card reader's driver logs", source = second_reference,
  },
  {
    key = "ifdManufacturerString", type = "any", platforms = { macos = true },
    summary = "Manufacturers of card readers", source = second_reference,
  },
  {
    key = "ifdProductID", type = "any", platforms = { macos = true },
    summary = "Product numbers of card readers", source = second_reference,
  },
  {
    key = "ifdProductString", type = "any", platforms = { macos = true },
    summary = "Driver's product name", source = second_reference,
  },
  {
    key = "ifdProtocolSupport", type = "string", platforms = { macos = true },
    summary = "Version of the driver interface", source = second_reference,
  },
  {
    key = "ifdVendorID", type = "any", platforms = { macos = true },
    summary = "Vendor numbers of card readers", source = second_reference,
  },
  {
    key = "ifdVersionNumber", type = "string", platforms = { macos = true },
    summary = "Version of the driver", source = second_reference,
  },
  {
    key = "SupportedPluginCompatibilityUUIDs", type = "array", platforms = { macos = "10.6" },
    schema = { items = "string" },
    summary = "Versions of Mail the plug-in works with", source = reference,
  },
  {
    key = "Supported10.12PluginCompatibilityUUIDs", type = "array", platforms = { macos = "10.12" },
    schema = { items = "string" },
    summary = "Versions of Mail on 10.12 the plug-in works with", source = reference,
  },
  {
    key = "Supported10.13PluginCompatibilityUUIDs", type = "array", platforms = { macos = "10.13" },
    schema = { items = "string" },
    summary = "Versions of Mail on 10.13 the plug-in works with", source = reference,
  },
  {
    key = "Supported10.14PluginCompatibilityUUIDs", type = "array", platforms = { macos = "10.14" },
    schema = { items = "string" },
    summary = "Versions of Mail on 10.14 the plug-in works with", source = reference,
  },
  {
    key = "Supported10.15PluginCompatibilityUUIDs", type = "array", platforms = { macos = "10.15" },
    schema = { items = "string" },
    summary = "Versions of Mail on 10.15 the plug-in works with", source = reference,
  },
  {
    key = "Supported11.0PluginCompatibilityUUIDs", type = "array", platforms = { macos = "11.0" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 11.0 the plug-in works with", source = reference,
  },
  {
    key = "Supported11.1PluginCompatibilityUUIDs", type = "array", platforms = { macos = "11.1" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 11.1 the plug-in works with", source = reference,
  },
  {
    key = "Supported11.2PluginCompatibilityUUIDs", type = "array", platforms = { macos = "11.2" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 11.2 the plug-in works with", source = reference,
  },
  {
    key = "Supported11.3PluginCompatibilityUUIDs", type = "array", platforms = { macos = "11.3" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 11.3 the plug-in works with", source = reference,
  },
  {
    key = "Supported11.4PluginCompatibilityUUIDs", type = "array", platforms = { macos = "11.4" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 11.4 the plug-in works with", source = reference,
  },
  {
    key = "Supported11.5PluginCompatibilityUUIDs", type = "array", platforms = { macos = "11.5" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 11.5 the plug-in works with", source = reference,
  },
  {
    key = "Supported11.6PluginCompatibilityUUIDs", type = "array", platforms = { macos = "11.6" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 11.6 the plug-in works with", source = reference,
  },
  {
    key = "Supported12.0PluginCompatibilityUUIDs", type = "array", platforms = { macos = "12.0" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 12.0 the plug-in works with", source = reference,
  },
  {
    key = "Supported12.1PluginCompatibilityUUIDs", type = "array", platforms = { macos = "12.1" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 12.1 the plug-in works with", source = reference,
  },
  {
    key = "Supported12.2PluginCompatibilityUUIDs", type = "array", platforms = { macos = "12.2" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 12.2 the plug-in works with", source = reference,
  },
  {
    key = "Supported12.3PluginCompatibilityUUIDs", type = "array", platforms = { macos = "12.3" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 12.3 the plug-in works with", source = reference,
  },
  {
    key = "Supported12.4PluginCompatibilityUUIDs", type = "array", platforms = { macos = "12.4" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 12.4 the plug-in works with", source = reference,
  },
  {
    key = "Supported12.5PluginCompatibilityUUIDs", type = "array", platforms = { macos = "12.5" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 12.5 the plug-in works with", source = reference,
  },
  {
    key = "Supported12.6PluginCompatibilityUUIDs", type = "array", platforms = { macos = "12.6" },
    schema = { items = "string" },
    summary = "Versions of Mail on macOS 12.6 the plug-in works with", source = reference,
  },
  {
    key = "QCPlugInClasses", type = "array", platforms = { macos = "10.5" },
    schema = { items = "string" },
    summary = "Patch classes of a Quartz Composer plug-in", source = reference,
  },
  {
    key = "ProPlugDictionaryVersion", type = "string", platforms = { macos = true },
    summary = "Version of the ProPlug dictionary", source = reference,
  },
  {
    key = "ProPlugPlugInGroupList", type = "array", platforms = { macos = true },
    schema = { items = "dictionary" },
    summary = "Groups of video effects", source = reference,
  },
  {
    key = "ProPlugPlugInList", type = "array", platforms = { macos = true },
    schema = { items = "dictionary" },
    summary = "Video effects of the plug-in", source = reference,
  },
  {
    key = "FSMediaTypes", type = "dictionary", platforms = { macos = true },
    summary = "Disks the file system mounts", source = reference,
  },
  {
    key = "FSPersonalities", type = "dictionary", platforms = { macos = true },
    summary = "Formats the file system writes", source = reference,
  },
}
