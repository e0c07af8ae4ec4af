import { buildOnce } from './build.ts';
import { everyday, printCounts, runSuites } from './suites.ts';

buildOnce();
process.exitCode = printCounts(await runSuites(everyday)) ? 0 : 1;
