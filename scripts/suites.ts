import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runChecks } from './check.ts';
import { runJourneys } from './run-journeys.ts';
import { root, runTool } from './run-tool.ts';

/** One test, journey or check and how it ended. `flaky`: it failed, and passed when its file ran once more, alone. */
export interface Result {
  readonly name: string;
  /** Relative to the project; undefined for a check, which has none. */
  readonly file: string | undefined;
  readonly state: 'passed' | 'failed' | 'skipped' | 'flaky';
  readonly ms: number;
}

/** A part of a run: all its tests, or those of some files with nothing beside them. */
export interface Suite {
  readonly name: string;
  readonly run: () => Promise<readonly Result[]>;
  /** Runs some of its files once more, one after the other; undefined where that would change nothing. */
  readonly runAlone?: (files: readonly string[]) => Promise<readonly Result[]>;
}

/** Types, format, import rules and unused code. */
const checks: Suite = {
  name: 'checks',
  run: async () =>
    (await runChecks()).map(({ name, ok, ms }) => ({
      name,
      file: undefined,
      state: ok ? 'passed' : 'failed',
      ms,
    })),
};

/** The tests of some projects of `vitest.config.ts`. */
export function unitTests(name: string, projects: readonly string[]): Suite {
  const run = async (more: readonly string[]) => {
    const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...more];
    return await withReport(async (file) => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const { ok } = await runTool({ script: 'vitest/vitest.mjs', args: [...args, ...reporters] });
      return { ok, results: vitestResults(readReport(file)) };
    }, name);
  };
  return { name, run: () => run([]), runAlone: (files) => run(['--maxWorkers=1', ...files]) };
}

/** Journeys in a browser. @param args arguments of Playwright that choose some of them */
export function journeys(name: string, args: readonly string[]): Suite {
  const run = (more: readonly string[]) =>
    withReport(async (file) => {
      const ok = await runJourneys([...args, ...more, '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
      return { ok, results: playwrightResults(readReport(file)) };
    }, name);
  return { name, run: () => run([]), runAlone: (files) => run(['--workers=1', ...files]) };
}

/**
 * Runs suites one after the other, and then each file with a failed test once more, alone: what passes then is `flaky`.
 * Prints how long each took.
 */
export async function runSuites(suites: readonly Suite[], { rerun = true } = {}): Promise<readonly Result[]> {
  const all: Result[] = [];
  const again: (() => Promise<void>)[] = [];
  for (const suite of suites) {
    const startedAt = performance.now();
    const results = await suite.run();
    const failed = results.filter(({ state }) => state === 'failed');
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${failed.length === 0 ? 'passed' : 'FAILED'}: ${suite.name} (${seconds} s)\n`);
    const files = [...new Set(failed.flatMap(({ file }) => (file === undefined ? [] : [file])))];
    const { runAlone } = suite;
    if (!rerun || runAlone === undefined || files.length === 0) all.push(...results);
    else again.push(async () => void all.push(...merged(results, await runAlone(files))));
  }
  for (const rerunFiles of again) await rerunFiles();
  for (const { state, name } of all) if (state === 'flaky') console.log(`flaky: ${name}`);
  return all;
}

/** Prints the line of counts, which is the last one. @returns whether nothing failed */
export function printCounts(results: readonly Result[]): boolean {
  const count = (...states: Result['state'][]) => results.filter(({ state }) => states.includes(state)).length;
  const [passed, failed] = [count('passed', 'flaky'), count('failed')];
  console.log(`${passed} passed, ${failed} failed, ${count('skipped')} skipped`);
  return failed === 0 && passed > 0;
}

/** What failed and passed when it ran alone is flaky; what did not run again keeps its state. */
function merged(results: readonly Result[], alone: readonly Result[]): Result[] {
  const idOf = ({ file, name }: Result) => `${file} ${name}`;
  const passedAlone = new Set(alone.filter(({ state }) => state === 'passed').map(idOf));
  // a file that could not be loaded has no tests by name: it passed if the second run had no failure in it
  const failedFiles = new Set(alone.filter(({ state }) => state === 'failed').map(({ file }) => file));
  const hasPassed = (result: Result) =>
    result.name === result.file ? !failedFiles.has(result.file) && alone.length > 0 : passedAlone.has(idOf(result));
  return results.map((result) =>
    result.state === 'failed' && hasPassed(result) ? { ...result, state: 'flaky' } : result,
  );
}

/** Runs a tool that writes a report. A run that failed without a failed test counts as one failure. */
async function withReport(
  run: (file: string) => Promise<{ ok: boolean; results: readonly Result[] }>,
  name: string,
): Promise<readonly Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'watea-test-'));
  try {
    const { ok, results } = await run(join(folder, 'report.json'));
    if (ok || results.some(({ state }) => state === 'failed')) return results;
    return [...results, { name: `${name} ended without a failed test`, file: undefined, state: 'failed', ms: 0 }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a report says; undefined if the tool ended before it wrote one. */
function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled';
      readonly duration?: number | null;
    }[];
  }[];
}

function vitestResults(report: unknown): Result[] {
  const { testResults = [] } = (report ?? {}) as Partial<VitestReport>;
  return testResults.flatMap(({ name: path, status, assertionResults }): Result[] => {
    const file = relative(root, path);
    const results = assertionResults.map(({ fullName, status: ended, duration }): Result => {
      const state = ended === 'passed' || ended === 'failed' ? ended : 'skipped';
      return { name: `${file}: ${fullName}`, file, state, ms: duration ?? 0 };
    });
    if (status !== 'failed' || results.some(({ state }) => state === 'failed')) return results;
    return [...results, { name: file, file, state: 'failed', ms: 0 }];
  });
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
}

function playwrightResults(report: unknown): Result[] {
  const resultsOf = ({ suites = [], specs = [] }: PlaywrightSuite): Result[] => [
    ...specs.flatMap(({ title, file: path, tests }) => {
      const file = join('e2e', path);
      return tests.map(({ status, results }): Result => {
        const state = status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed';
        return { name: `${file}: ${title}`, file, state, ms: results.reduce((sum, { duration }) => sum + duration, 0) };
      });
    }),
    ...suites.flatMap(resultsOf),
  ];
  return resultsOf((report ?? {}) as PlaywrightSuite);
}

/** What `npm test` runs: everything that says whether the code is right, and nothing that a busy machine can disturb. */
export const everyday = [
  checks,
  unitTests('unit, route and contract tests', ['rules', 'house', 'contract', 'served']),
  journeys('browser journeys', ['--grep', '@everyday']),
];
