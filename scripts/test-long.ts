import { globSync, readFileSync } from 'node:fs';
import { buildOnce } from './build.ts';
import { root, runTool } from './run-tool.ts';

/** The tests that try something random more often than `npm test` has time for. */
const files = globSync('{lib,db,flows,server,tests}/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(`${root}/${file}`, 'utf8').includes("from '#tests/support/long.ts'"),
);

buildOnce();
const { ok } = await runTool({
  script: 'vitest/vitest.mjs',
  args: ['run', ...files],
  environment: { WATEA_LONG: '1' },
});
process.exitCode = ok ? 0 : 1;
