import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { buildOnce } from '#scripts/build.ts';
import { reportOf, verdictsOf } from './report.ts';
import { runSoak } from './soak.ts';

/**
 * `npm run soak` runs a server for 10 minutes under load and faults, and writes what it found into `docs/operate/soak.md`;
 * `--minutes N` for another time. A run of less than 10 minutes prints its report instead.
 */
const page = `${import.meta.dirname}/../../docs/operate/soak.md`;
const usualMinutes = 10;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: String(usualMinutes) } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes} must be a number of minutes above 0.`);
const start = { startedAt: new Date(), load: loadavg()[0] ?? 0 };
buildOnce();
const say = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text} …\n`);
const result = await runSoak({ minutes, say });
const report = reportOf(result, start);
if (minutes < usualMinutes) process.stdout.write(report);
else writeFileSync(page, report);
for (const { what, isReached } of verdictsOf(result)) say(`${what}: ${isReached ? 'reached' : 'missed'}`);
process.exit(verdictsOf(result).every(({ isReached }) => isReached) ? 0 : 1);
