#!/bin/sh
# A fake agent: takes the first words and the prompt, then says what $BRIDLE_BENCH_LINES holds, and stays until end of input.
read -r _
read -r _
cat "$BRIDLE_BENCH_LINES"
exec cat > /dev/null
