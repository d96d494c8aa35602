// Reads everything, says nothing, and goes on at end of input.
import { stayAlive } from "./wire.mjs";

process.stdin.resume();
stayAlive();
