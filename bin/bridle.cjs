#!/usr/bin/env node
"use strict";
require("./launch.cjs")("bridle", __filename, "cli.js");
