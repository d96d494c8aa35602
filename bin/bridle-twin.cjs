#!/usr/bin/env node
"use strict";
require("./launch.cjs")("bridle-twin", __filename, "bridle-twin.js");
