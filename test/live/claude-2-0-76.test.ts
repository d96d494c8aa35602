import { liveSuite } from "./live-suite.ts";

liveSuite("2.0.76");
