/// Files for services and tools that a repository uses.
enum ServiceTemplate {
  static let gitlabFile = "ci/bundlepolicy.gitlab-ci.yml"

  static let gitlab = """
    # Tests the policy on each change. To check builds with it, run `ci/policy.sh build/App.app` in the job that builds them.
    # BUNDLEPOLICY_RELEASES is a CI/CD variable: the address of bundlepolicy's releases, with {version} for the version.
    bundlepolicy:
      stage: test
      image: buildpack-deps:bookworm-curl
      script:
        - BIN=$(ci/install-bundlepolicy ci/bundlepolicy.SHA256SUMS "$BUNDLEPOLICY_RELEASES")
        - PATH="$BIN:$PATH" ci/policy.sh
      artifacts:
        when: always
        paths: [reports/]
        reports:
          junit: reports/policy-tests.xml

    """

  static let gitlabStart = """
    include:
      - local: \(gitlabFile)

    """

  static let xcodeCloud = """
    #!/bin/bash
    # Xcode Cloud runs this script after each xcodebuild. It checks the archive of the action Archive. BUNDLEPOLICY_RELEASES is an
    # environment variable of the workflow: the address of bundlepolicy's releases, with {version} for the version.
    set -euo pipefail
    releases=${BUNDLEPOLICY_RELEASES:?is an environment variable of the workflow}
    if [ "${CI_XCODEBUILD_ACTION:?is set by Xcode Cloud}" != archive ]; then
      echo "bundlepolicy checks archives; the action '$CI_XCODEBUILD_ACTION' makes none"
      exit 0
    fi
    # This script also runs after an xcodebuild that failed.
    if [ "${CI_XCODEBUILD_EXIT_CODE:-0}" != 0 ]; then
      echo "xcodebuild failed, so there is no archive to check"
      exit "$CI_XCODEBUILD_EXIT_CODE"
    fi
    cd "${CI_PRIMARY_REPOSITORY_PATH:?is set by Xcode Cloud}"
    bin=$(ci/install-bundlepolicy ci/bundlepolicy.SHA256SUMS "$releases" "${TMPDIR:-/tmp}/bundlepolicy")
    "$bin/bundlepolicy" check --project bundlepolicy.yml "${CI_ARCHIVE_PATH:?is set by Xcode Cloud for an archive}"

    """

  static let fastlane = """
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

    """
}
