-- App extensions, services and other code that runs for a host.
local reference = "Bundle Resources: Information Property List"

return {
  {
    key = "NSExtension", type = "dictionary",
    platforms = { macos = "10.10", ios = "8.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    schema = {
      keys = {
        NSExtensionPointIdentifier = {
          type = "string", required = true, summary = "Extension point the bundle plugs into",
        },
        NSExtensionPrincipalClass = { type = "string", summary = "Class that starts the extension" },
        NSExtensionMainStoryboard = { type = "string", summary = "Storyboard that starts the extension" },
        NSExtensionActionWantsFullScreenPresentation = { type = "boolean" },
        NSExtensionOverridesHostUIAppearance = { type = "boolean" },
        ASAccountAuthenticationModificationPasswordGenerationRequirements = { type = "string" },
        ASAccountAuthenticationModificationSupportsStrongPasswordChange = { type = "boolean" },
        ASAccountAuthenticationModificationSupportsUpgradeToSignInWithApple = { type = "boolean" },
        NSExtensionFileProviderActions = {
          type = "array",
          items = {
            type = "dictionary",
            keys = {
              NSExtensionFileProviderActionActivationRule = { type = "string" },
              NSExtensionFileProviderActionIdentifier = { type = "string" },
              NSExtensionFileProviderActionName = { type = "string", localizable = true },
            },
          },
        },
        NSExtensionFileProviderDocumentGroup = { type = "string", summary = "App group the provider shares" },
        NSExtensionFileProviderSupportsEnumeration = { type = "boolean" },
        NSExtensionFileProviderDownloadPipelineDepth = { type = "integer" },
        NSExtensionFileProviderUploadPipelineDepth = { type = "integer" },
        NSExtensionFileProviderSupportsPickingFolders = { type = "boolean" },
        IntentsSupported = { type = "array", items = "string" },
        ProExtensionAttributes = { type = "dictionary" },
        ProExtensionPrincipalClass = { type = "string" },
        ProExtensionPrincipalViewControllerClass = { type = "string" },
        ProExtensionUUID = { type = "string" },
        NSExtensionContextClass = { type = "string", summary = "Class of the context in the extension" },
        NSExtensionContextHostClass = { type = "string", summary = "Class of the context in the host" },
        SFSafariAppExtensionBundleIdentifiersToReplace = {
          type = "array", items = "string", summary = "Safari app extensions that this web extension replaces",
        },
        SFSafariExtensionBundleIdentifiersToUninstall = {
          type = "array", items = "string", summary = "Legacy Safari extensions that are removed when this one is loaded",
        },
        SFSafariContentScript = { type = "array", items = "dictionary" },
        SFSafariContextMenu = { type = "array", items = "dictionary" },
        SFSafariStyleSheet = { type = "array", items = "dictionary" },
        SFSafariToolbarItem = { type = "dictionary" },
        SFSafariWebsiteAccess = { type = "dictionary" },
        NSExtensionAttributes = {
          type = "dictionary",
          summary = "Settings of the extension point",
          keys = {
            NSExtensionActivationRule = {
              type = "any",
              summary = "Content that the extension is offered for: a dictionary, or a predicate as a string",
            },
            NSExtensionActivationUsesStrictMatching = { type = "any", summary = "Whether all content must match" },
            NSExtensionJavaScriptPreprocessingFile = { type = "string", summary = "Script run in the web page" },
            NSExtensionServiceAllowsFinderPreviewItem = { type = "boolean" },
            NSExtensionServiceAllowsToolbarItem = { type = "boolean" },
            NSExtensionServiceAllowsTouchBarItem = { type = "boolean" },
            NSExtensionServiceFinderPreviewIconName = { type = "string" },
            NSExtensionServiceFinderPreviewLabel = { type = "string" },
            NSExtensionServiceRoleType = {
              type = "string",
              values = { "NSExtensionServiceRoleTypeEditor", "NSExtensionServiceRoleTypeViewer" },
            },
            NSExtensionServiceToolbarIconFile = { type = "string" },
            NSExtensionServiceToolbarIconName = { type = "string" },
            NSExtensionServiceToolbarPaletteLabel = { type = "string" },
            NSExtensionServiceTouchBarBezelColorName = { type = "string" },
            NSExtensionServiceTouchBarIconName = { type = "string" },
            NSExtensionServiceTouchBarLabel = { type = "string" },
            IntentsSupported = { type = "array", items = "string" },
            IntentsRestrictedWhileLocked = { type = "array", items = "string" },
            IntentsRestrictedWhileProtectedDataUnavailable = { type = "array", items = "string" },
            SupportedMediaCategories = { type = "array", items = "string" },
            ASCredentialProviderExtensionShowsConfigurationUI = {
              type = "boolean", summary = "Whether a password manager shows settings when it is enabled",
            },
            TVExtensionProtocols = { type = "array", items = "string", summary = "Protocols of a top shelf extension" },
            IsASCIICapable = { type = "boolean", summary = "Whether a keyboard can type ASCII" },
            PrefersRightToLeft = { type = "boolean", summary = "Whether a keyboard writes from right to left" },
            PrimaryLanguage = { type = "string", summary = "Language of a keyboard" },
            RequestsOpenAccess = { type = "boolean", summary = "Whether a keyboard asks for full access" },
            PHSupportedMediaTypes = { type = "array", items = "string" },
            PHProjectCategory = { type = "any" },
            QLIsDataBasedPreview = { type = "boolean" },
            QLSupportedContentTypes = { type = "array", items = "string" },
            QLSupportsSearchableItems = { type = "boolean" },
            QLThumbnailMinimumDimension = { type = "number" },
            UNNotificationExtensionCategory = { type = "string_or_array", items = "string" },
            UNNotificationExtensionDefaultContentHidden = { type = "boolean" },
            UNNotificationExtensionInitialContentSizeRatio = { type = "number" },
            UNNotificationExtensionOverridesDefaultTitle = { type = "boolean" },
            UNNotificationExtensionUserInteractionEnabled = { type = "boolean" },
            WKAppBundleIdentifier = { type = "string", summary = "Watch app the WatchKit extension belongs to" },
            ASCredentialProviderExtensionCapabilities = { type = "dictionary" },
            AudioComponents = { type = "array", items = "dictionary" },
            AudioComponentBundle = { type = "string" },
            ILMessageFilterExtensionNetworkURL = { type = "string" },
            ILClassificationExtensionNetworkReportDestination = { type = "string" },
            ILClassificationExtensionSMSReportDestination = { type = "string" },
            CSSupportedContentTypes = { type = "array", items = "string" },
            MSSupportedPresentationContexts = { type = "array", items = "string" },
            MEComposeSession = { type = "dictionary" },
            MEExtensionCapabilities = { type = "array", items = "string" },
          },
        },
      },
    },
    summary = "Makes the bundle an app extension and declares its type", source = reference,
  },
  {
    key = "EXAppExtensionAttributes", type = "dictionary",
    platforms = { macos = "13.0", ios = "16.0", tvos = "16.0", watchos = "9.0", visionos = "1.0" },
    schema = {
      keys = {
        EXExtensionPointIdentifier = {
          type = "string", required = true, summary = "Extension point the bundle plugs into",
        },
        EXExtensionPrincipalClass = { type = "string", summary = "Class that starts the extension" },
        EXPrincipalClass = { type = "string" },
      },
    },
    summary = "Makes the bundle an ExtensionKit extension and declares its type", source = "ExtensionFoundation",
  },
  {
    key = "EXExtensionPointIdentifier", type = "string", platforms = { macos = "13.0" },
    summary = "Extension point that an extension point definition declares", source = "ExtensionFoundation",
  },
  {
    key = "XPCService", type = "dictionary",
    platforms = { macos = "10.8", ios = "6.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    schema = {
      keys = {
        ServiceType = {
          type = "string", values = { "Application", "User", "System" }, summary = "Clients that one instance serves",
        },
        RunLoopType = {
          type = "string",
          values = { "dispatch_main", "NSRunLoop", "_UIApplicationMain", "_NSApplicationMain", "_WebKit" },
          summary = "Run loop of the service",
        },
        JoinExistingSession = { type = "boolean", summary = "Whether it runs in the user's session" },
        EnvironmentVariables = { type = "dictionary", others = "string", summary = "Environment variables" },
        _AllowedClients = { type = "array", items = "string", summary = "Code requirements for clients" },
        _MultipleInstances = { type = "boolean", summary = "Whether every connection has an instance of its own" },
        _ProcessType = { type = "string", summary = "Priority of the process, in bundles of the system" },
        ProcessType = { type = "string", summary = "Priority of the process" },
      },
    },
    summary = "How the XPC service runs", source = reference,
  },
  {
    key = "AudioComponents", type = "array",
    platforms = { macos = "10.7", ios = "7.0", tvos = "9.0", visionos = "1.0" },
    schema = {
      items = {
        type = "dictionary",
        keys = {
          name = { type = "string", summary = "Manufacturer and name, separated by a colon" },
          description = { type = "string" },
          type = { type = "string", required = true, summary = "Four-character type" },
          subtype = { type = "string", required = true, summary = "Four-character subtype" },
          manufacturer = { type = "string", required = true, summary = "Four-character manufacturer code" },
          version = { type = "integer" },
          factoryFunction = { type = "string" },
          sandboxSafe = { type = "boolean" },
          resourceUsage = { type = "dictionary" },
          tags = { type = "array", items = "string" },
          hasCustomView = { type = "boolean" },
        },
      },
    },
    summary = "Audio units in the bundle", source = "AudioToolbox: Audio Component Services",
  },
  {
    key = "CMIOExtension", type = "dictionary", platforms = { macos = "12.3" },
    schema = {
      keys = {
        CMIOExtensionMachServiceName = {
          type = "string", required = true, summary = "Mach service the extension offers",
        },
      },
    },
    summary = "Camera extension", source = "CoreMediaIO",
  },
  {
    key = "NetworkExtension", type = "dictionary", platforms = { macos = "10.15" },
    schema = {
      keys = {
        NEMachServiceName = { type = "string", required = true, summary = "Mach service the extension offers" },
        NEProviderClasses = {
          type = "dictionary", required = true, others = "string", summary = "Classes by provider kind",
        },
      },
    },
    summary = "Network system extension", source = "NetworkExtension",
  },
  {
    key = "NEMachServiceName", type = "string", platforms = { macos = "10.15" },
    summary = "Mach service of a network system extension", source = "NetworkExtension",
  },
  {
    key = "NETestAppMapping", type = "dictionary", platforms = { macos = true, ios = true },
    schema = {others = { type = "array", items = "string" } },
    summary = "Apps sent through the tunnel while it is tested", source = "NetworkExtension",
  },
  {
    key = "NSSystemExtensionPointIdentifier", type = "string", platforms = { macos = "10.15" },
    summary = "Kind of system extension", source = "SystemExtensions",
  },
  {
    key = "NSHumanReadableDescription", type = "string", platforms = { macos = true }, localizable = true,
    summary = "User-visible description of the plug-in", source = "Pluggable bundles of macOS frameworks",
  },
  {
    key = "SMAuthorizedClients", type = "array", platforms = { macos = "10.6" },
    schema = { items = "string" },
    summary = "Apps allowed to install the helper, as code requirements", source = reference,
  },
  {
    key = "SMPrivilegedExecutables", type = "dictionary", platforms = { macos = "10.6" },
    schema = { others = "string" },
    summary = "Helpers the app installs, as code requirements", source = reference,
  },
  {
    key = "SFSafariCorrespondingIOSAppBundleIdentifier", type = "string", platforms = { macos = true },
    summary = "iOS app that matches the Safari extension's app", source = reference,
  },
  {
    key = "SFSafariCorrespondingIOSExtensionBundleIdentifier", type = "string", platforms = { macos = true },
    summary = "iOS extension that matches the Safari extension", source = reference,
  },
  {
    key = "SFSafariCorrespondingMacOSAppBundleIdentifier", type = "string", platforms = { ios = true },
    summary = "Mac app that matches the Safari extension's app", source = reference,
  },
  {
    key = "SFSafariCorrespondingMacOSExtensionBundleIdentifier", type = "string", platforms = { ios = true },
    summary = "Mac extension that matches the Safari extension", source = reference,
  },
  {
    key = "ASAccountAuthenticationModificationOptOutOfSecurityPromptsOnSignIn", type = "boolean",
    platforms = { ios = "14.0" },
    summary = "Whether the system omits password advice at sign-in", source = reference,
  },
  {
    key = "ASWebAuthenticationSessionWebBrowserSupportCapabilities", type = "dictionary",
    platforms = { macos = "10.15" },
    schema = {
      keys = {
        IsSupported = "boolean",
        EphemeralBrowserSessionIsSupported = "boolean",
        CallbackURLMatchingIsSupported = "boolean",
        AdditionalHeaderFieldsAreSupported = "boolean",
      },
    },
    summary = "How the browser signs users in for other apps", source = reference,
  },
  {
    key = "ASCredentialProviderExtensionCapabilities", type = "dictionary",
    platforms = { macos = "11.0", ios = "12.0" },
    summary = "Capabilities of the password provider", source = "AuthenticationServices",
  },
  {
    key = "BGTaskSchedulerPermittedIdentifiers", type = "array",
    platforms = { ios = "13.0", tvos = "13.0", visionos = "1.0" },
    schema = { items = "string" },
    summary = "Background tasks the app schedules", source = reference,
  },
  {
    key = "BEEmbeddedWebBrowserEngine", type = "string", platforms = { ios = "17.4" },
    summary = "Browser engine the app embeds", source = reference,
  },
  {
    key = "BEEmbeddedWebBrowserEngineVersion", type = "string", platforms = { ios = "17.4" },
    summary = "Version of the embedded browser engine", source = reference,
  },
  {
    key = "INIntentsSupported", type = "array", platforms = { ios = "14.0", tvos = "14.0", visionos = "1.0" },
    schema = { items = "string" },
    summary = "Intents the app handles itself", source = reference,
  },
  {
    key = "INIntentsRestrictedWhileLocked", type = "array",
    platforms = { ios = "14.0", tvos = "14.0", visionos = "1.0" },
    schema = { items = "string" },
    summary = "Intents that the app cannot handle while the device is locked", source = reference,
  },
  {
    key = "INIntentsRestrictedWhileProtectedDataUnavailable", type = "array",
    platforms = { ios = "14.0", tvos = "14.0", visionos = "1.0" },
    schema = { items = "string" },
    summary = "Intents that the app cannot handle while data is protected", source = reference,
  },
  {
    key = "INSupportedMediaCategories", type = "array",
    platforms = { ios = "14.0", tvos = "14.0", visionos = "1.0" },
    schema = {
      items = {
        type = "string",
        values = {
          "INMediaCategoryAudiobooks", "INMediaCategoryMusic", "INMediaCategoryGeneral", "INMediaCategoryPodcasts",
          "INMediaCategoryRadio",
        },
      },
    },
    summary = "Kinds of media the app plays for Siri", source = reference,
  },
  {
    key = "INAlternativeAppNames", type = "array", platforms = { ios = "11.0" },
    schema = {
      items = {
        type = "dictionary",
        keys = {
          INAlternativeAppName = { type = "string", localizable = true, summary = "The alternative name" },
          INAlternativeAppNamePronunciationHint = { type = "string", localizable = true, summary = "Pronunciation of the name" },
        },
      },
    },
    summary = "Alternative names of the app", source = "Information Property List Key Reference: iOS Keys",
  },
  {
    key = "MKDirectionsApplicationSupportedModes", type = "array", platforms = { ios = "6.0", visionos = "1.0" },
    schema = {
      items = {
        type = "string",
        values = {
          "MKDirectionsModePlane", "MKDirectionsModeBike", "MKDirectionsModeBus", "MKDirectionsModeCar",
          "MKDirectionsModeFerry", "MKDirectionsModePedestrian", "MKDirectionsModeRideShare",
          "MKDirectionsModeStreetCar", "MKDirectionsModeSubway", "MKDirectionsModeTaxi", "MKDirectionsModeTrain",
          "MKDirectionsModeOther",
        },
      },
    },
    summary = "Modes of transport for which the app provides directions", source = reference,
  },
  {
    key = "MKSellsDigitalGoods", type = "boolean", platforms = { ios = true },
    summary = "Whether an app from another marketplace sells digital goods", source = reference,
  },
  {
    key = "JSNotificationURLFormat", type = "string", platforms = { ios = true },
    summary = "Link that opens the app's journaling suggestions", source = reference,
  },
  {
    key = "ENAPIVersion", type = "number", platforms = { ios = "13.7" },
    schema = {values = { "1", "2" } },
    summary = "Version of exposure notification the app uses", source = reference,
  },
  {
    key = "ENDeveloperRegion", type = "string", platforms = { ios = "13.7" },
    summary = "Region of the exposure notification app", source = reference,
  },
  {
    key = "ProvidesOneTimeCodes", type = "boolean",
    platforms = { macos = "15.0", ios = "18.0", visionos = "2.0", catalyst = "18.0" },
    summary = "Whether the password provider fills in one-time codes", source = reference,
  },
  {
    key = "ProvidesTextToInsert", type = "boolean", platforms = { ios = "18.0" },
    summary = "Whether the password provider fills in any text", source = reference,
  },
  {
    key = "SupportsConditionalPasskeyRegistration", type = "boolean",
    platforms = { macos = "15.0", ios = "18.0", visionos = "2.0", catalyst = "18.0" },
    summary = "Whether the password provider creates passkeys automatically", source = reference,
  },
  {
    key = "SRResearchDataGeneration", type = "boolean", platforms = { ios = true },
    summary = "Whether using the app contributes to a research study's data", source = reference,
  },
  {
    key = "OSLogPreferences", type = "dictionary",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Log level of each part of the app", source = reference,
  },
  {
    key = "WiFiAwareServices", type = "dictionary", platforms = { ios = "26.0" },
    schema = {others = { type = "dictionary", keys = { Publishable = "any", Subscribable = "any" } } },
    summary = "Wi-Fi Aware services the app offers or uses", source = reference,
  },
  {
    key = "com.apple.developer.nfc.readersession.felica.systemcodes", type = "array", platforms = { ios = "13.0" },
    schema = { items = "string" },
    summary = "FeliCa system codes the app reads", source = reference,
  },
  {
    key = "com.apple.developer.nfc.readersession.iso7816.select-identifiers", type = "array",
    platforms = { ios = "13.0" },
    schema = { items = "string" },
    summary = "Identifiers of smart card apps that the app selects", source = reference,
  },
  {
    key = "PHPhotoLibraryPreventAutomaticLimitedAccessAlert", type = "boolean", platforms = { ios = "14.0" },
    summary = "Whether the app itself asks for more photos", source = "PhotoKit",
  },
  {
    key = "MSMessagesExtensionStoreIconName", type = "string", platforms = { ios = "10.0" },
    summary = "Icon of a Messages extension in the store, written by the asset catalog compiler",
    source = "ITMS-90642",
  },
}
