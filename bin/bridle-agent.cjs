#!/usr/bin/env node
"use strict";
require("./launch.cjs")("bridle-agent", __filename, "bridle-agent.js");
