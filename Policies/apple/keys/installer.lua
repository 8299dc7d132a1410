-- Bundle packages (.pkg, .mpkg) and plug-ins of the macOS Installer.
local reference = "Software Delivery Legacy Guide"

return {
  {
    key = "IFMajorVersion", type = "integer", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "First part of the package's version", source = reference,
  },
  {
    key = "IFMinorVersion", type = "integer", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Second part of the package's version", source = reference,
  },
  {
    key = "IFPkgFlagAllowBackRev", type = "boolean", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Whether an older version may replace a newer", source = reference,
  },
  {
    key = "IFPkgFlagAuthorizationAction", type = "string", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    schema = {values = { "NoAuthorization", "AdminAuthorization", "RootAuthorization" } },
    summary = "Whose authorization the installation needs", source = reference,
  },
  {
    key = "IFPkgFlagBackgroundAlignment", type = "string", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Location of the background picture", source = reference,
  },
  {
    key = "IFPkgFlagBackgroundScaling", type = "string", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Size of the background picture", source = reference,
  },
  {
    key = "IFPkgFlagComponentDirectory", type = "string", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Folder of a metapackage's packages", source = reference,
  },
  {
    key = "IFPkgFlagDefaultLocation", type = "string", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Where the files go", source = reference,
  },
  {
    key = "IFPkgFlagFollowLinks", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Whether symbolic links in the path are followed", source = reference,
  },
  {
    key = "IFPkgFlagInstallFat", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Whether all architectures are installed", source = reference,
  },
  {
    key = "IFPkgFlagInstalledSize", type = "integer", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Kilobytes that the files need", source = reference,
  },
  {
    key = "IFPkgFlagIsRequired", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Whether the package cannot be deselected", source = reference,
  },
  {
    key = "IFPkgFlagOverwritePermissions", type = "boolean", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Whether permissions of existing folders change", source = reference,
  },
  {
    key = "IFPkgFlagPackageList", type = "array", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    schema = { items = "dictionary" },
    summary = "Packages of a metapackage", source = reference,
  },
  {
    key = "IFPkgFlagRelocatable", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Whether users may choose the folder", source = reference,
  },
  {
    key = "IFPkgFlagRestartAction", type = "string", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    schema = {values = { "NoRestart", "RecommendedRestart", "RequiredRestart", "RequiredLogout", "Shutdown" } },
    summary = "What happens after the installation", source = reference,
  },
  {
    key = "IFPkgFlagRootVolumeOnly", type = "boolean", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Whether only the startup disk is offered", source = reference,
  },
  {
    key = "IFPkgFlagUpdateInstalledLanguages", type = "boolean", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Whether only languages that are already installed are updated", source = reference,
  },
  {
    key = "IFPkgFlagUseUserMask", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Whether the user's permission mask applies", source = reference,
  },
  {
    key = "IFPkgFormatVersion", type = "number", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Version of the package format", source = reference,
  },
  {
    key = "IFPkgPathMappings", type = "dictionary", platforms = { macos = "10.3" }, deprecated = { macos = "10.10" },
    summary = "Bundles that files follow if the bundles were moved", source = reference,
  },
  {
    key = "IFRequirementDicts", type = "array", platforms = { macos = "10.2" }, deprecated = { macos = "10.10" },
    schema = { items = "dictionary" },
    summary = "Requirements of the installation", source = reference,
  },
  {
    key = "InstallerSectionTitle", type = "string", platforms = { macos = "10.4" }, localizable = true,
    summary = "Title of an Installer plug-in's pane", source = "InstallerPlugins",
  },
}
