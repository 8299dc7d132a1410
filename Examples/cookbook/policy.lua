-- The whole cookbook. A policy of your own includes the recipes it needs:
-- `bundlepolicy check --policy Examples/cookbook App.app`.

policy "cookbook" {
  summary = "Rules for release teams",
  include = {
    "app-icons", "approved-sdks", "architectures", "background-modes", "built-with", "copyright-year", "document-types", "drift",
    "duplicates", "embedded-swift", "entitlements", "executable", "export-compliance", "extensions", "feature-flags", "firebase",
    "hardening", "libraries", "linked-libraries", "localizations", "minimum-os", "no-leftovers", "no-staging-hosts", "notarization",
    "privacy-manifest", "release-code", "scripts", "secrets", "size-budget", "sparkle-updates", "tracking", "transport-security",
    "unfilled-templates", "unsafe-functions", "url-types", "usage-descriptions", "vendored-frameworks", "version-numbers",
    "xcframework",
  },
}
