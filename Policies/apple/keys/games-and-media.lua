-- Keys for games, graphics, sound and media.
local reference = "Bundle Resources: Information Property List"

return {
  {
    key = "AVGameBypassSystemSpatialAudio", type = "boolean", platforms = { ios = "18.0", tvos = "18.0" },
    summary = "Whether the game positions sound itself", source = reference,
  },
  {
    key = "AVInitialRouteSharingPolicy", type = "string", platforms = { ios = "13.0" },
    schema = {values = { "LongFormAudio", "LongFormVideo" } },
    summary = "Default output of long-form audio and video", source = "AVFAudio: AVAudioSession",
  },
  {
    key = "GCSupportedGameControllers", type = "array",
    platforms = { macos = "10.9", ios = "7.0", tvos = "9.0", visionos = "1.0" },
    schema = {
      items = { type = "dictionary", keys = { ProfileName = { type = "string", summary = "Kind of controller" } } },
    },
    summary = "Game controllers that the app supports", source = reference,
  },
  {
    key = "GCSupportsControllerUserInteraction", type = "boolean",
    platforms = { macos = "10.0", ios = "2.0", tvos = "9.0", visionos = "1.0" },
    summary = "Whether the app works with a game controller", source = reference,
  },
  {
    key = "GCRequiresControllerUserInteraction", type = "dictionary_or_array",
    platforms = { ios = "15.0", visionos = "1.0" },
    summary = "Platforms on which the app requires a game controller", source = reference,
  },
  {
    key = "GCSupportsMultipleMicroGamepads", type = "boolean", platforms = { tvos = "9.0" },
    summary = "Whether the remote and the Remote app count as two controllers", source = reference,
  },
  {
    key = "GCSupportsGameMode", type = "boolean", platforms = { macos = "14.0", ios = "18.0" },
    deprecated = { macos = true, ios = true }, successor = "LSSupportsGameMode",
    summary = "Whether the app takes part in Game Mode", source = reference,
  },
  {
    key = "GCDisableInferringGameMetadata", type = "boolean", platforms = { macos = true, ios = true },
    summary = "Whether the Games app ignores games from other sources", source = reference,
  },
  {
    key = "GKGameCenterBadgingDisabled", type = "boolean", platforms = { ios = "7.0", visionos = "1.0" },
    summary = "Whether Game Center may badge the game's icon", source = reference,
  },
  {
    key = "GKShowChallengeBanners", type = "boolean", platforms = { ios = "7.0", visionos = "1.0" },
    deprecated = { ios = true, visionos = true },
    summary = "Whether Game Center shows banners of challenges", source = reference,
  },
  {
    key = "MusicHapticsSupported", type = "boolean", platforms = { ios = "18.0" },
    summary = "Whether the app plays music haptics", source = reference,
  },
  {
    key = "MetalCaptureEnabled", type = "boolean", platforms = { macos = "10.14", ios = "11.0", tvos = "11.0" },
    summary = "Whether Metal commands can be captured", source = "Metal: MTLCaptureManager",
  },
  {
    key = "MetalHudEnabled", type = "boolean", platforms = { macos = true, ios = true },
    summary = "Whether the Metal performance display is on", source = "Metal developer tools",
  },
  {
    key = "UIBrowsableContentSupportsSectionedBrowsing", type = "boolean", platforms = { ios = true },
    deprecated = { ios = "14.0" },
    summary = "Whether CarPlay shows the top of the app's content as tabs", source = "CarPlay Audio App Programming Guide",
  },
  {
    key = "UIBrowsableContentSupportsImmediatePlayback", type = "boolean", platforms = { ios = true },
    deprecated = { ios = "14.0" },
    summary = "Whether CarPlay plays when the app opens, before anything is chosen",
    source = "CarPlay Audio App Programming Guide",
  },
}
