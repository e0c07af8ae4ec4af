import { developmentFolder } from '#server/http/build-folder.ts';
import { runTool } from './run-tool.ts';

interface Check {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
}

const checks: readonly Check[] = [
  // incremental runs of TypeScript 7.0 miss errors: an export that no longer exists, in files that import it
  { name: 'types', script: 'typescript/bin/tsc', args: ['--noEmit', '-p', '.', '--incremental', 'false'] },
  {
    name: 'format, lint and import rules',
    script: '@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '.'],
  },
  { name: 'nothing unused', script: 'knip/bin/knip.js', args: [] },
];

/** Runs every check at the same time and prints the output of those that fail. @returns how each ended, and its milliseconds */
export async function runChecks(): Promise<readonly { name: string; ok: boolean; ms: number }[]> {
  // pages that were moved since the last build would still be in the types that Next writes
  await runTool({
    script: 'next/dist/bin/next',
    args: ['typegen'],
    environment: { WATEA_BUILD: developmentFolder },
    isQuiet: true,
  });
  return await Promise.all(
    checks.map(async (check) => {
      const startedAt = performance.now();
      const { ok, output } = await runTool({ ...check, isQuiet: true });
      if (!ok) process.stdout.write(output);
      console.log(`${ok ? 'passed' : 'FAILED'}: ${check.name}`);
      return { name: check.name, ok, ms: performance.now() - startedAt };
    }),
  );
}

if (import.meta.main) process.exitCode = (await runChecks()).every(({ ok }) => ok) ? 0 : 1;
