import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from './build.ts';
import { requireTestChromium } from './chromium.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const root = `${import.meta.dirname}/..`;
const results = mkdtempSync(join(tmpdir(), 'watea-test-'));
const total: Counts = { passed: 0, failed: 0, skipped: 0 };

function add(counts: Counts): void {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

function run(script: string, args: readonly string[], environment: Record<string, string> = {}): boolean {
  const { status } = spawnSync(process.execPath, [`${root}/node_modules/${script}`, ...args], {
    cwd: root,
    // hundreds of servers and commands are started: they need not compile the same modules each time
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'), ...process.env, ...environment },
    stdio: 'inherit',
  });
  return status === 0;
}

function check(name: string, script: string, args: readonly string[]): void {
  const passed = run(script, args);
  console.log(`${passed ? 'passed' : 'FAILED'}: ${name}\n`);
  add({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
}

/** A runner's own counts; a runner that ended badly without counting a failure counts as one. */
function suite(name: string, passed: boolean, counts: Counts | undefined): void {
  const counted = counts ?? { passed: 0, failed: 0, skipped: 0 };
  if (!passed && counted.failed === 0) counted.failed = 1;
  console.log(`${passed ? 'passed' : 'FAILED'}: ${name}\n`);
  add(counted);
}

function readResult<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

function unitAndRouteTests(): void {
  const file = join(results, 'vitest.json');
  const passed = run('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const result = readResult<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
  }>(file);
  suite(
    'unit and route tests',
    passed,
    result && {
      passed: result.numPassedTests,
      failed: result.numFailedTests,
      skipped: result.numPendingTests + result.numTodoTests,
    },
  );
}

function browserJourneys(): void {
  const chromium = requireTestChromium();
  if ('sentence' in chromium) {
    console.log(chromium.sentence);
    suite('browser journeys', false, undefined);
    return;
  }
  const file = join(results, 'playwright.json');
  const passed = run('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    WATEA_CHROMIUM: chromium.path,
  });
  const result = readResult<{ stats: { expected: number; unexpected: number; skipped: number; flaky: number } }>(file);
  suite(
    'browser journeys',
    passed,
    result && {
      passed: result.stats.expected,
      failed: result.stats.unexpected + result.stats.flaky,
      skipped: result.stats.skipped,
    },
  );
}

try {
  buildOnce();
  // what TypeScript 7.0 keeps of a run before hides an export that is gone from those who import it
  check('types', 'typescript/bin/tsc', ['--noEmit', '-p', '.', '--incremental', 'false']);
  check('format and lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);
  check('nothing unused', 'knip/bin/knip.js', []);
  unitAndRouteTests();
  browserJourneys();
} finally {
  rmSync(results, { recursive: true, force: true });
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
