# The part of fastlane that an action of a plug-in uses, for tests without fastlane. As in fastlane, options have a type, a default, an
# environment variable and a check, an unknown option is an error, and actions run in the project.
# usage: ruby -I PLUGIN/lib fastlane.rb ACTION 'OPTIONS IN RUBY' ['LANE CONTEXT IN RUBY']
module Kernel
  alias require_without_fastlane require
  def require(name) = name == "fastlane/action" ? false : require_without_fastlane(name)
end
module FastlaneCore
  module UI
    class Error < StandardError; end
    def self.user_error!(text) = raise(Error, text)
    def self.message(text) = puts(text)
    def self.important(text) = puts("important: #{text}")
  end
  class ConfigItem
    attr_reader :key, :default_value, :env_name, :type
    def initialize(key:, description:, type:, env_name: nil, optional: false, default_value: nil, verify_block: nil)
      raise "#{key}: a description must not be empty or end with a period" if description.empty? || description.end_with?(".")
      @key, @type, @env_name, @optional, @default_value, @verify_block = key, type, env_name, optional, default_value, verify_block
      raise "#{key}: no default" if default_value.nil? && !optional
    end
    def value(given)
      given = ENV[env_name] if given.nil? && env_name
      given = given.split(",") if type == Array && given.is_a?(String)
      given = { "true" => true, "false" => false }.fetch(given, given) if type == Fastlane::Boolean
      return default_value if given.nil?
      fits = type == Fastlane::Boolean ? [true, false].include?(given) : given.is_a?(type)
      UI.user_error!("'#{key}' value must be a #{type}! Found #{given.class} instead.") unless fits
      @verify_block&.call(given)
      given
    end
  end
end
module Fastlane
  UI = FastlaneCore::UI
  class Boolean; end
  module Actions
    module SharedValues; XCODEBUILD_ARCHIVE = :XCODEBUILD_ARCHIVE; end
    def self.lane_context = (@lane_context ||= {})
  end
  class Action
    def self.lane_context = Actions.lane_context
  end
end
require "fastlane/plugin/bundlepolicy"
raise "no action is found" if Fastlane::Bundlepolicy.all_classes.empty?
action = Fastlane::Actions.const_get("#{ARGV[0].capitalize}Action")
%i[description details authors return_value category output example_code].each { |name| raise "no #{name}" if action.send(name).empty? }
raise "not for iOS" unless action.is_supported?(:ios) && action.is_supported?(:mac)
begin
  items = action.available_options
  given = eval(ARGV[1])
  unknown = given.keys - items.map(&:key)
  FastlaneCore::UI.user_error!("Could not find option '#{unknown.first}'") unless unknown.empty?
  Fastlane::Actions.lane_context.merge!(eval(ARGV[2])) if ARGV[2]
  result = action.run(items.to_h { |item| [item.key, item.value(given[item.key])] })
  puts "returned: #{result.inspect}"
rescue FastlaneCore::UI::Error => error
  puts "user error: #{error.message}"
  status = 1
end
action.output.each { |name, _| puts "#{name}: #{Fastlane::Actions.lane_context[Fastlane::Actions::SharedValues.const_get(name)].inspect}" }
exit(status || 0)
