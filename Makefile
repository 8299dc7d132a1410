# The two commands a newcomer needs: `make try` and `make test`. Everything else is for those who work on the tool.
.PHONY: try test build release lint format generate check-generated bench

try: build
	.build/debug/bundlepolicy check --policy Policies/org.lua --previous Examples/Hello-41.app Examples/Hello.app

test: dependencies
	Scripts/test

build: dependencies
	swift build --product bundlepolicy

.PHONY: dependencies
dependencies:
	Scripts/install-dependencies

release: dependencies
	Scripts/release

lint:
	Scripts/lint

format:
	swift format --in-place --recursive --configuration .swift-format Package.swift Sources Tests

generate:
	lua5.4 Scripts/generate-keys.lua

bench: release
	Benchmarks/run
