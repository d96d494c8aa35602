import { liveSuite } from "./live-suite.ts";

liveSuite("2.1.325");
