import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from './build.ts';
import { runChecks } from './check.ts';
import { runJourneys } from './run-journeys.ts';
import { runTool } from './run-tool.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const results = mkdtempSync(join(tmpdir(), 'watea-test-'));

/** Runs a suite and prints how long it took; one that failed without a failed test counts as one failure. */
async function suite(name: string, run: () => Promise<{ ok: boolean; counts: Counts | undefined }>): Promise<Counts> {
  const startedAt = performance.now();
  const { ok, counts = { passed: 0, failed: 0, skipped: 0 } } = await run();
  console.log(`${ok ? 'passed' : 'FAILED'}: ${name} (${Math.round((performance.now() - startedAt) / 1000)} s)\n`);
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function readResult<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

async function unitAndRouteTests() {
  const file = join(results, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = await runTool({ script: 'vitest/vitest.mjs', args });
  const result =
    readResult<Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>>(file);
  const counts = result && {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + result.numTodoTests,
  };
  return { ok, counts };
}

async function browserJourneys() {
  const file = join(results, 'playwright.json');
  const ok = await runJourneys(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const stats = readResult<{ stats: Record<'expected' | 'unexpected' | 'skipped' | 'flaky', number> }>(file)?.stats;
  const counts = stats && {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
  return { ok, counts };
}

async function checks() {
  const { passed, failed } = await runChecks();
  return { ok: failed === 0, counts: { passed, failed, skipped: 0 } };
}

const total = { passed: 0, failed: 0, skipped: 0 };
try {
  buildOnce();
  for (const counts of [
    await suite('checks', checks),
    await suite('unit and route tests', unitAndRouteTests),
    await suite('browser journeys', browserJourneys),
  ]) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
} finally {
  rmSync(results, { recursive: true, force: true });
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
