import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { buildOnce } from './build.ts';
import { everyday, printCounts, type Result, runSuites } from './suites.ts';

/**
 * `npm run test:steady -- <times>` runs `npm test` so often on a machine that is busy with something else: as many loops
 * that compute as there are cores. Prints each test that failed at least once, and the slowest twenty.
 */
const times = Number(process.argv[2] ?? 5);
if (!Number.isInteger(times) || times < 1) throw new Error('Say how often: npm run test:steady -- 5');

buildOnce();
const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
const runs: (readonly Result[])[] = [];
try {
  for (let run = 1; run <= times; run++) {
    const startedAt = performance.now();
    const results = await runSuites(everyday, { rerun: false });
    runs.push(results);
    console.log(
      `run ${run} of ${times}, beside ${loops.length} busy loops (${seconds(performance.now() - startedAt)})`,
    );
    printCounts(results);
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
}

const all = runs.flat();
const failures = Map.groupBy(
  all.filter(({ state }) => state === 'failed'),
  ({ name }) => name,
);
for (const [name, failed] of failures) console.log(`failed in ${failed.length} of ${times} runs: ${name}`);
const longest = new Map<string, number>();
for (const { name, ms } of all) longest.set(name, Math.max(ms, longest.get(name) ?? 0));
console.log('\nThe slowest twenty:');
for (const [name, ms] of [...longest].toSorted(([, a], [, b]) => b - a).slice(0, 20))
  console.log(`${seconds(ms).padStart(8)}  ${name}`);
const green = runs.filter((results) => results.every(({ state }) => state !== 'failed')).length;
console.log(`\n${green} of ${times} runs were green.`);
process.exitCode = green === times ? 0 : 1;

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
