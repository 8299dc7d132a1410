# Lanes for fastlane/Fastfile, which imports them: import("bundlepolicy.rb")

desc "Check a build: check_bundle(bundle: 'build/App.ipa')"
lane :check_bundle do |options|
  # Each build_app leaves its archive here.
  bundle = options[:bundle] || lane_context[SharedValues::XCODEBUILD_ARCHIVE]
  UI.user_error!("check_bundle needs a bundle: check_bundle(bundle: 'build/App.ipa')") if bundle.to_s.empty?
  # Lanes run in the folder fastlane; these paths start at the project, as those of actions do.
  Dir.chdir("..") do
    # Several words do not pass through a shell, so a path may contain anything. sh fails the lane unless the status is 0.
    sh("bundlepolicy", "check", "--project", "bundlepolicy.yml", "--", bundle)
  end
end
