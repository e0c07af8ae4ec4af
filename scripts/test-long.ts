import { globSync, readFileSync } from 'node:fs';
import { buildOnce } from './build.ts';
import { runJourneys } from './run-journeys.ts';
import { root, runTool } from './run-tool.ts';

/** The tests that try something random more often than `npm test` has time for. */
const files = globSync('{lib,db,flows,server,tests}/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(`${root}/${file}`, 'utf8').includes("from '#tests/support/long.ts'"),
);

const vitest = async (args: readonly string[]) =>
  (await runTool({ script: 'vitest/vitest.mjs', args: ['run', ...args], environment: { WATEA_LONG: '1' } })).ok;

buildOnce();
const results = [
  await vitest(['--project', '!cluster', ...files]),
  // what staff do, on three nodes of a cluster
  await runJourneys(['e2e/staff'], { WATEA_TEST_CLUSTER: '1' }),
];
process.exitCode = results.every(Boolean) ? 0 : 1;
