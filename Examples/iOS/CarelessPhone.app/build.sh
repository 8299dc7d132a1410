#!/bin/sh
xcodebuild -scheme Hello archive
