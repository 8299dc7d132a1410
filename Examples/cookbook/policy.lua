-- The whole cookbook. A policy of your own includes the recipes it needs:
-- `bundlepolicy check --policy Examples/cookbook App.app`.

policy "cookbook" {
  summary = "Rules for release teams",
  include = {
    "app-icons", "architectures", "background-modes", "copyright-year", "document-types", "drift", "duplicates", "entitlements",
    "executable", "export-compliance", "extensions", "feature-flags", "libraries", "linked-libraries", "localizations",
    "minimum-os", "no-leftovers", "no-staging-hosts", "privacy-manifest", "release-code", "scripts", "secrets", "size-budget",
    "sparkle-updates", "transport-security", "unfilled-templates", "unsafe-functions", "url-types", "usage-descriptions",
    "vendored-frameworks", "version-numbers",
  },
}
