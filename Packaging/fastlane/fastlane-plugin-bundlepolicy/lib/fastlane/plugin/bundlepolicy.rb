require "fastlane/plugin/bundlepolicy/version"

module Fastlane
  module Bundlepolicy
    # fastlane loads these files when it loads the plug-in.
    def self.all_classes
      Dir[File.expand_path("bundlepolicy/actions/*.rb", __dir__)]
    end
  end
end

Fastlane::Bundlepolicy.all_classes.each { |file| require file }
