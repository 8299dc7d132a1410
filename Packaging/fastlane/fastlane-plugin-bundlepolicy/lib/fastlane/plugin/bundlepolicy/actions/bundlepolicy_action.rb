require "json"
require "tmpdir"
require "fastlane/action"

module Fastlane
  module Actions
    module SharedValues
      BUNDLEPOLICY_VERDICT = :BUNDLEPOLICY_VERDICT
      BUNDLEPOLICY_SUMMARY = :BUNDLEPOLICY_SUMMARY
      BUNDLEPOLICY_REPORTS = :BUNDLEPOLICY_REPORTS
    end

    # Runs 'bundlepolicy check'.
    class BundlepolicyAction < Action
      FORMATS = %w[text json jsonl sarif junit gitlab tap github markdown html].freeze

      def self.run(params)
        bundles = params[:bundles] || [lane_context[SharedValues::XCODEBUILD_ARCHIVE]].compact
        UI.user_error!("bundlepolicy needs a bundle: bundlepolicy(bundles: [\"build/App.ipa\"])") if bundles.empty?
        reports = params[:reports].to_h { |format, path| [format.to_sym, File.expand_path(path)] }
        Dir.mktmpdir("bundlepolicy") do |folder|
          # The verdict is read from the report, which says more than an exit status.
          record = reports[:json] || File.join(folder, "report.json")
          File.delete(record) if File.exist?(record)
          status = execute(command(params, bundles, reports.merge(json: record)))
          finish(params, status, record, reports)
        end
      end

      # The words of the command. They do not pass through a shell, so a path may contain anything.
      def self.command(params, bundles, reports)
        words = [params[:program], "check", "--fail-on", params[:fail_on], "--format", "text"]
        { "--policy" => :policy, "--previous" => :previous }.each do |option, key|
          params[key].each { |value| words.push(option, value) }
        end
        params[:params].each { |name, value| words.push("--param", "#{name}=#{value.kind_of?(Array) ? value.join(",") : value}") }
        words.push("--baseline", params[:baseline]) if params[:baseline]
        reports.each { |format, path| words.push("--format", "#{format}=#{path}") }
        words + params[:options] + ["--"] + bundles
      end

      # Runs the command with its output in the log, and returns its exit status; nil if it cannot be run or is killed.
      def self.execute(words)
        UI.message("$ #{words.map { |word| word =~ %r{\A[\w./=:,-]+\z} ? word : word.inspect }.join(" ")}")
        result = system(*words)
        UI.user_error!("#{words.first} is not installed, or not on PATH") if result.nil? && $?.exitstatus == 127
        $?.exitstatus
      end

      def self.finish(params, status, record, reports)
        report = File.exist?(record) ? JSON.parse(File.read(record)) : {}
        verdict = { 0 => "pass", 1 => "fail" }.fetch(status, "error")
        lane_context[SharedValues::BUNDLEPOLICY_VERDICT] = verdict
        lane_context[SharedValues::BUNDLEPOLICY_SUMMARY] = report["summary"] || {}
        lane_context[SharedValues::BUNDLEPOLICY_REPORTS] = reports.select { |_, path| File.exist?(path) }
        # A bundle that was not checked never passes, so no option turns this off.
        UI.user_error!("bundlepolicy could not complete the check (exit status #{status || "none"})") if verdict == "error"
        if verdict == "fail"
          summary = report.fetch("summary")
          counts = %w[errors warnings notes].map { |kind| "#{summary[kind]} #{summary[kind] == 1 ? kind[0..-2] : kind}" }
          message = "bundlepolicy: the check failed with #{counts.join(", ")}"
          params[:fail_lane] ? UI.user_error!(message) : UI.important(message)
        end
        verdict
      end

      def self.description
        "Check app bundles against policies written in Lua"
      end

      def self.details
        "Runs 'bundlepolicy check', which must be installed, between the build and the upload. The lane fails if the check does not pass."
      end

      def self.authors
        ["The bundlepolicy authors"]
      end

      def self.return_value
        "\"pass\", or with fail_lane: false also \"fail\". A check that could not be completed always fails the lane"
      end

      def self.return_type
        :string
      end

      def self.output
        [
          ["BUNDLEPOLICY_VERDICT", "\"pass\", \"fail\" or \"error\""],
          ["BUNDLEPOLICY_SUMMARY", "The summary of the JSON report: the number of errors, warnings, bundles and rules"],
          ["BUNDLEPOLICY_REPORTS", "The absolute path of each report that was written, by format"]
        ]
      end

      def self.available_options
        [
          FastlaneCore::ConfigItem.new(
            key: :bundles, env_name: "BUNDLEPOLICY_BUNDLES", type: Array, optional: true,
            description: "The bundles, archives or patterns to check (default: the archive of the last build_app)"),
          FastlaneCore::ConfigItem.new(
            key: :policy, env_name: "BUNDLEPOLICY_POLICY", type: Array, default_value: ["policy.lua"],
            description: "The policies: files, packs, or standard policies such as apple.recommended"),
          FastlaneCore::ConfigItem.new(
            key: :previous, env_name: "BUNDLEPOLICY_PREVIOUS", type: Array, default_value: [],
            description: "Earlier builds to compare with: bundles, archives or JSON reports"),
          FastlaneCore::ConfigItem.new(
            key: :params, type: Hash, default_value: {}, description: "Parameters of the policy, by name"),
          FastlaneCore::ConfigItem.new(
            key: :baseline, env_name: "BUNDLEPOLICY_BASELINE", type: String, optional: true,
            description: "A file of accepted findings"),
          FastlaneCore::ConfigItem.new(
            key: :reports, type: Hash, default_value: {},
            description: "Reports to write: a path for each format (#{FORMATS.join(", ")})",
            verify_block: proc do |value|
              unknown = value.keys.map(&:to_s) - FORMATS
              UI.user_error!("bundlepolicy has no report format '#{unknown.first}'; formats: #{FORMATS.join(", ")}") unless unknown.empty?
            end),
          FastlaneCore::ConfigItem.new(
            key: :fail_on, env_name: "BUNDLEPOLICY_FAIL_ON", type: String, default_value: "error",
            description: "The lowest severity that fails the check: error, warning or note",
            verify_block: proc do |value|
              UI.user_error!("fail_on must be error, warning or note, not '#{value}'") unless %w[error warning note].include?(value)
            end),
          FastlaneCore::ConfigItem.new(
            key: :fail_lane, env_name: "BUNDLEPOLICY_FAIL_LANE", type: Boolean, default_value: true,
            description: "Whether findings fail the lane; otherwise read the verdict that the action returns"),
          FastlaneCore::ConfigItem.new(
            key: :options, type: Array, default_value: [], description: "More options of 'bundlepolicy check', one word each"),
          FastlaneCore::ConfigItem.new(
            key: :program, env_name: "BUNDLEPOLICY_PROGRAM", type: String, default_value: "bundlepolicy",
            description: "The program")
        ]
      end

      def self.example_code
        [
          'bundlepolicy',
          'bundlepolicy(bundles: ["build/App.ipa"], policy: ["policy.lua"], reports: { junit: "build/bundlepolicy.xml" })',
          'upload_to_testflight if bundlepolicy(fail_lane: false) == "pass"'
        ]
      end

      def self.category
        :testing
      end

      def self.is_supported?(platform)
        %i[ios mac tvos watchos visionos].include?(platform) || platform.nil?
      end
    end
  end
end
