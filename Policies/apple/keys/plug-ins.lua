-- Plug-ins of particular hosts: browsers, Mail, image units, compositions, video applications.
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
    key = "SupportedPluginCompatibilityUUIDs", type = "array", platforms = { macos = "10.6" },
    schema = { items = "string" },
    summary = "Versions of Mail the plug-in works with", source = "Plug-in formats of Apple applications",
  },
  {
    key = "Supported10.12PluginCompatibilityUUIDs", type = "array", platforms = { macos = "10.12" },
    schema = { items = "string" },
    summary = "Versions of Mail on 10.12 the plug-in works with", source = "Plug-in formats of Apple applications",
  },
  {
    key = "Supported10.13PluginCompatibilityUUIDs", type = "array", platforms = { macos = "10.13" },
    schema = { items = "string" },
    summary = "Versions of Mail on 10.13 the plug-in works with", source = "Plug-in formats of Apple applications",
  },
  {
    key = "Supported10.14PluginCompatibilityUUIDs", type = "array", platforms = { macos = "10.14" },
    schema = { items = "string" },
    summary = "Versions of Mail on 10.14 the plug-in works with", source = "Plug-in formats of Apple applications",
  },
  {
    key = "Supported10.15PluginCompatibilityUUIDs", type = "array", platforms = { macos = "10.15" },
    schema = { items = "string" },
    summary = "Versions of Mail on 10.15 the plug-in works with", source = "Plug-in formats of Apple applications",
  },
  {
    key = "QCPlugInClasses", type = "array", platforms = { macos = "10.5" },
    schema = { items = "string" },
    summary = "Patch classes of a Quartz Composer plug-in", source = "Plug-in formats of Apple applications",
  },
  {
    key = "CIPlugInFilterList", type = "dictionary", platforms = { macos = "10.4" },
    summary = "Filters of an image unit", source = "Plug-in formats of Apple applications",
  },
  {
    key = "ProPlugDictionaryVersion", type = "string", platforms = { macos = "10.6" },
    summary = "Version of the ProPlug dictionary", source = "Plug-in formats of Apple applications",
  },
  {
    key = "ProPlugPlugInGroupList", type = "array", platforms = { macos = "10.6" },
    schema = { items = "dictionary" },
    summary = "Groups of video effects", source = "Plug-in formats of Apple applications",
  },
  {
    key = "ProPlugPlugInList", type = "array", platforms = { macos = "10.6" },
    schema = { items = "dictionary" },
    summary = "Video effects of the plug-in", source = "Plug-in formats of Apple applications",
  },
  {
    key = "FSMediaTypes", type = "dictionary", platforms = { macos = "10.0" },
    summary = "Disks the file system mounts", source = "Plug-in formats of Apple applications",
  },
  {
    key = "FSPersonalities", type = "dictionary", platforms = { macos = "10.0" },
    summary = "Formats the file system writes", source = "Plug-in formats of Apple applications",
  },
  {
    key = "FSfileObjectsAreCaseSensitive", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether file names keep apart by case", source = "Plug-in formats of Apple applications",
  },
  {
    key = "Java", type = "dictionary", platforms = { macos = "10.0" }, deprecated = { macos = "10.7" },
    summary = "Settings of the Java application launcher", source = "Java for Mac OS X",
  },
  {
    key = "JVMVersion", type = "string", platforms = { macos = "10.5" }, deprecated = { macos = true },
    summary = "Java version the application needs", source = "Java for Mac OS X",
  },
}
