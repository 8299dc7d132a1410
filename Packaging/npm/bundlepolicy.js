#!/usr/bin/env node
// Runs the program from the package for this platform.
"use strict";
const { spawnSync } = require("node:child_process");
const name = `bundlepolicy-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/bundlepolicy`);
} catch {
  console.error(`bundlepolicy: error: the package ${name} is not installed: there is none for this platform, or npm left out optional packages`);
  process.exit(2);
}
const result = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (result.error) {
  console.error(`bundlepolicy: error: ${program} cannot be run: ${result.error.message}`);
  process.exit(2);
}
if (result.signal) process.kill(process.pid, result.signal);
process.exit(result.status ?? 2);
