-- Keys the build system of Apple leaves in system bundles.
return {
  {
    key = "BuildAliasOf", type = "string", platforms = { macos = true },
    summary = "Project the bundle was built from", source = "Version stamps of system bundles",
  },
  {
    key = "BuildVersion", type = "string", platforms = { macos = true },
    summary = "Count of builds of the project", source = "Version stamps of system bundles",
  },
  {
    key = "ProductBuildVersion", type = "string", platforms = { macos = true, ios = true },
    summary = "Build of the system the bundle ships with", source = "Version stamps of system bundles",
  },
  {
    key = "ProductVersion", type = "string", platforms = { macos = true, ios = true },
    summary = "Version of the system the bundle ships with", source = "Version stamps of system bundles",
  },
  {
    key = "ProjectName", type = "string", platforms = { macos = true },
    summary = "Project the bundle was built from", source = "Version stamps of system bundles",
  },
  {
    key = "SourceVersion", type = "string", platforms = { macos = true },
    summary = "Version of the source", source = "Version stamps of system bundles",
  },
}
