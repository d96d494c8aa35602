#!/bin/sh
# The asking agent as an executable of its own: every host may start it as it likes.
exec "$BRIDLE_BENCH_NODE" "$(dirname "$0")/ask.mjs"
