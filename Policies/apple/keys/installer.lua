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
    summary = "Who must agree to the installation", source = reference,
  },
  {
    key = "IFPkgFlagBackgroundAlignment", type = "string", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Place of the background picture", source = reference,
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
    summary = "Whether links on the way are followed", source = reference,
  },
  {
    key = "IFPkgFlagInstallFat", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Whether all architectures are installed", source = reference,
  },
  {
    key = "IFPkgFlagInstalledSize", type = "integer", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Kilobytes the files take", source = reference,
  },
  {
    key = "IFPkgFlagIsRequired", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Whether the package can't be left out", source = reference,
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
    summary = "Whether people may choose the folder", source = reference,
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
    summary = "Whether only the start-up disk is offered", source = reference,
  },
  {
    key = "IFPkgFlagUpdateInstalledLanguages", type = "boolean", platforms = { macos = "10.0" },
    deprecated = { macos = "10.10" },
    summary = "Whether only languages already there are updated", source = reference,
  },
  {
    key = "IFPkgFlagUseUserMask", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Whether the person's permission mask applies", source = reference,
  },
  {
    key = "IFPkgFormatVersion", type = "number", platforms = { macos = "10.0" }, deprecated = { macos = "10.10" },
    summary = "Version of the package format", source = reference,
  },
  {
    key = "IFPkgPathMappings", type = "dictionary", platforms = { macos = "10.3" }, deprecated = { macos = "10.10" },
    summary = "Bundles the files follow when moved", source = reference,
  },
  {
    key = "IFRequirementDicts", type = "array", platforms = { macos = "10.2" }, deprecated = { macos = "10.10" },
    schema = { items = "dictionary" },
    summary = "What the installation needs", source = reference,
  },
  {
    key = "InstallerSectionTitle", type = "string", platforms = { macos = "10.4" }, localizable = true,
    summary = "Title of an Installer plug-in's pane", source = "InstallerPlugins",
  },
}
