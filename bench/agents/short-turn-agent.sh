#!/bin/sh
# A fake agent that starts at once: a shell, so that thousands of them take minutes. Each prompt is a turn of some deltas.
session=00000000-0000-4000-8000-000000000000
tail="\"session_id\":\"$session\",\"uuid\":\"00000000-0000-4000-8000-00000000000a\"}"
field() { rest=${line#*"\"$1\":\""} && value=${rest%%\"*}; }
streamed() { printf '{"type":"stream_event","event":%s,"parent_tool_use_id":null,%s\n' "$1" "$tail"; }
say() { printf '{%s,%s\n' "$1" "$tail"; }

turn() {
  say '"type":"system","subtype":"init","tools":["Bash","Read"],"model":"none","cwd":"/","permissionMode":"default"'
  streamed '{"type":"message_start","message":{"id":"msg_0","type":"message","role":"assistant","model":"none","content":[],"usage":{}}}'
  streamed '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}'
  for word in one two three four five six seven eight nine ten; do
    streamed "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"$word \"}}"
  done
  streamed '{"type":"content_block_stop","index":0}'
  streamed '{"type":"message_stop"}'
  say "\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"done\",\"num_turns\":1,\"usage\":{},\"user_message_uuids\":[\"$1\"]"
}

while read -r line; do
  case $line in
    *'"type":"control_request"'*)
      field request_id
      say "\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\"$value\",\"response\":{}}"
      ;;
    *'"type":"user"'*)
      field uuid
      turn "$value"
      ;;
  esac
done
