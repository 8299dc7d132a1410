-- Keys for the App Store, advertising and downloaded assets.
local reference = "Bundle Resources: Information Property List"

return {
  {
    key = "ITSAppUsesNonExemptEncryption", type = "boolean",
    platforms = { macos = "10.0", ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Whether the app's encryption requires export compliance documentation", source = reference,
  },
  {
    key = "ITSEncryptionExportComplianceCode", type = "string",
    platforms = { macos = "10.0", ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Code of the approved export compliance documentation", source = reference,
  },
  {
    key = "ITSWatchOnlyContainer", type = "boolean", platforms = { ios = true },
    summary = "Marks the empty iOS app around a watch-only app", source = "Xcode watch-only app template",
  },
  {
    key = "SKAdNetworkItems", type = "array", platforms = { ios = "14.0", visionos = "1.0" },
    schema = {
      items = {
        type = "dictionary",
        keys = {
          SKAdNetworkIdentifier = { type = "string", required = true, summary = "Identifier of the ad network" },
        },
      },
    },
    summary = "Ad networks allowed to attribute installations", source = reference,
  },
  {
    key = "SKExternalLinkAccount", type = "dictionary", platforms = { ios = true },
    schema = { others = "string" },
    summary = "Web pages for accounts, by country", source = reference,
  },
  {
    key = "SKExternalPurchase", type = "array",
    platforms = { macos = "14.4", ios = "15.4", tvos = "17.4", watchos = "10.4", visionos = "1.0", catalyst = "17.4" },
    schema = { items = "string" },
    summary = "Countries with purchases outside the store", source = reference,
  },
  {
    key = "SKExternalPurchaseCustomLinkRegions", type = "array",
    platforms = { macos = "15.1", ios = "18.1", tvos = "18.1", watchos = "11.1", visionos = "2.1", catalyst = "18.1" },
    schema = { items = "string" },
    summary = "Countries where the app links to offers", source = reference,
  },
  {
    key = "SKExternalPurchaseLink", type = "dictionary",
    platforms = { macos = "14.4", ios = "15.4", tvos = "17.4", watchos = "10.4", visionos = "1.0", catalyst = "17.4" },
    schema = { others = "string" },
    summary = "Page for purchases outside the store, by country", source = reference,
  },
  {
    key = "SKExternalPurchaseLinkStreamingRegions", type = "array", platforms = { ios = true },
    schema = { items = "string" },
    summary = "Countries where a music app links to offers", source = reference,
  },
  {
    key = "SKExternalPurchaseMultiLink", type = "dictionary",
    platforms = { macos = "14.5", ios = "17.5", tvos = "17.5", watchos = "10.5", visionos = "1.2", catalyst = "17.5" },
    schema = {others = { type = "array", items = "string" } },
    summary = "Pages for purchases outside the store, by country", source = reference,
  },
  {
    key = "SKIncludeConsumableInAppPurchaseHistory", type = "boolean",
    platforms = { macos = "15.0", ios = "18.0", tvos = "18.0", watchos = "11.0", visionos = "2.0", catalyst = "18.0" },
    summary = "Whether finished consumables stay in the purchase history", source = reference,
  },
  {
    key = "SKInAppPurchaseHistoryIncludesConsumables", type = "boolean", platforms = { macos = true, ios = true },
    successor = "SKIncludeConsumableInAppPurchaseHistory",
    summary = "Whether finished consumables stay in the purchase history; an early name",
    source = "StoreKit release notes",
  },
  {
    key = "AdNetworkIdentifiers", type = "array", platforms = { ios = "17.4" },
    schema = { items = "string" },
    summary = "Ad networks whose ads the app shows", source = reference,
  },
  {
    key = "AdAttributionKitConfigurations", type = "dictionary", platforms = { ios = "18.0" },
    summary = "How AdAttributionKit counts for each ad network", source = "AdAttributionKit",
  },
  {
    key = "AttributionCopyEndpoint", type = "string", platforms = { ios = "17.4" },
    summary = "Address that receives copies of attribution reports", source = reference,
  },
  {
    key = "EligibleForAdAttributionKitReengagementPostbackCopies", type = "boolean", platforms = { ios = "18.0" },
    summary = "Whether the developer receives reports of returning users", source = reference,
  },
  {
    key = "EligibleForAdAttributionKitOverlappingConversions", type = "boolean", platforms = { ios = "18.4" },
    summary = "Whether several conversions may run at once", source = "AdAttributionKit",
  },
  {
    key = "BAAppGroupID", type = "string",
    platforms = { macos = "26.0", ios = "26.0", tvos = "26.0", visionos = "26.0" },
    summary = "App group shared with the asset downloader", source = reference,
  },
  {
    key = "BAEssentialDownloadAllowance", type = "integer", platforms = { macos = "13.3", ios = "16.4" },
    summary = "Bytes downloaded before the first start", source = "Background Assets",
  },
  {
    key = "BAEssentialMaxInstallSize", type = "integer",
    platforms = { macos = "13.3", ios = "16.4", tvos = "18.4", visionos = "2.4", catalyst = "16.4" },
    summary = "Largest size of the assets needed for the first start", source = reference,
  },
  {
    key = "BADownloadAllowance", type = "integer", platforms = { macos = "13.0", ios = "16.0" },
    summary = "Bytes downloaded after installation", source = "Background Assets",
  },
  {
    key = "BADownloadDomainAllowList", type = "array", platforms = { macos = "13.0", ios = "16.0" },
    schema = { items = "string" },
    summary = "Servers assets come from", source = "Background Assets",
  },
  {
    key = "BAHasManagedAssetPacks", type = "boolean",
    platforms = { macos = "26.0", ios = "26.0", tvos = "26.0", visionos = "26.0" },
    summary = "Whether the system manages asset packs", source = reference,
  },
  {
    key = "BAInitialDownloadRestrictions", type = "dictionary",
    platforms = { macos = "13.0", ios = "16.0", tvos = "18.4", visionos = "2.4", catalyst = "16.0" },
    schema = {
      keys = {
        BADownloadAllowance = "integer",
        BADownloadDomainAllowList = { type = "array", items = "string" },
        BAEssentialDownloadAllowance = "integer",
      },
    },
    summary = "Limits of the downloads right after installation", source = reference,
  },
  {
    key = "BAManifestURL", type = "string",
    platforms = { macos = "13.0", ios = "16.1", tvos = "18.4", visionos = "2.4", catalyst = "16.1" },
    summary = "URL of the list of assets", source = reference,
  },
  {
    key = "BAMaxInstallSize", type = "integer",
    platforms = { macos = "13.0", ios = "16.0", tvos = "18.4", visionos = "2.4", catalyst = "16.0" },
    summary = "Largest size of the assets after installation", source = reference,
  },
  {
    key = "BAUsesAppleHosting", type = "boolean",
    platforms = { macos = "26.0", ios = "26.0", tvos = "26.0", visionos = "26.0" },
    summary = "Whether Apple hosts the asset packs", source = reference,
  },
  {
    key = "NSBundleResourceRequestTags", type = "dictionary", platforms = { ios = "9.0", tvos = "9.0" },
    summary = "On-demand resources by tag, written by the build system", source = "On-Demand Resources Guide",
  },
  {
    key = "NSBundleResourceRequestAssetPacks", type = "dictionary", platforms = { ios = "9.0", tvos = "9.0" },
    summary = "Tags of each asset pack, written by the build system", source = "On-Demand Resources Guide",
  },
  {
    key = "LSApplicationIsStickerProvider", type = "boolean", platforms = { ios = "10.0" },
    summary = "Whether the app provides stickers", source = "Messages app templates",
  },
}
