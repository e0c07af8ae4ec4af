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

/** Runs every check and prints the output of those that fail. @returns how many passed and failed */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  // pages that were moved since the last build would still be in the types that Next writes
  await runTool({
    script: 'next/dist/bin/next',
    args: ['typegen'],
    environment: { WATEA_BUILD: developmentFolder },
    isQuiet: true,
  });
  const results = await Promise.all(checks.map((check) => runTool({ ...check, isQuiet: true })));
  const failed = results.filter(({ ok }) => !ok).length;
  for (const [place, { ok, output }] of results.entries()) {
    if (!ok) process.stdout.write(output);
    console.log(`${ok ? 'passed' : 'FAILED'}: ${checks[place]?.name}`);
  }
  return { passed: results.length - failed, failed };
}

if (import.meta.main) process.exitCode = (await runChecks()).failed === 0 ? 0 : 1;
