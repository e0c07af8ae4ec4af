import { buildOnce } from './build.ts';
import { journeys, printCounts, runSuites, unitTests } from './suites.ts';

// What needs kills, full disks, a cluster or other programs of Debian, and all journeys: npm run test:faults.

buildOnce();
const suites = [
  unitTests('faults', ['faults']),
  unitTests('the contract on three nodes, and through Next’s router', ['cluster']),
  journeys('all browser journeys', []),
];
process.exitCode = printCounts(await runSuites(suites)) ? 0 : 1;
