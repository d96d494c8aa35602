import { liveSuite } from "./live-suite.ts";

liveSuite("1.0.128");
