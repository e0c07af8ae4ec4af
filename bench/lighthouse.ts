import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '#scripts/chromium.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { startWatea } from './contest/contestants.ts';

const rounds = 5;

/** Installed by npm on demand: with its dependencies it would be a quarter of every installation. */
const lighthouse = 'lighthouse@13.5.0';

/** A goal, and whether more or less is better. */
const goals: readonly (readonly [name: string, goal: number, unit: string, isBetterHigher: boolean])[] = [
  ['performance', 90, '', true],
  ['accessibility', 100, '', true],
  ['best-practices', 100, '', true],
  ['seo', 95, '', true],
  ['largest-contentful-paint', 2500, 'ms', false],
  ['total-blocking-time', 300, 'ms', false],
  ['cumulative-layout-shift', 0.05, '', false],
];

interface Run {
  readonly benchmarkIndex: number;
  readonly values: ReadonlyMap<string, number>;
  /** The audits that failed. */
  readonly faults: readonly string[];
}

/** The parts of Lighthouse's report that are read. */
interface Report {
  readonly environment: { readonly benchmarkIndex: number };
  readonly audits: Readonly<
    Record<string, { readonly numericValue?: number; readonly score: number | null; readonly displayValue?: string }>
  >;
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly id: string;
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
}

async function runOnce(url: string, port: number, folder: string): Promise<Run> {
  const file = join(folder, 'lighthouse.json');
  const options = ['--port', String(port), '--quiet', '--output', 'json', '--output-path', file];
  await promisify(execFile)('npx', ['--yes', lighthouse, url, ...options], { cwd: folder });
  const { categories, audits, environment } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const values = new Map(
    goals.map(([name]) => {
      const category = categories[name];
      const value = category === undefined ? audits[name]?.numericValue : (category.score ?? 0) * 100;
      return [name, value ?? Number.NaN];
    }),
  );
  const faults = Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 0.9)
      .map(({ id: audit }) => `${id}: ${audit} ${audits[audit]?.displayValue ?? ''}`.trim()),
  );
  return { benchmarkIndex: environment.benchmarkIndex, values, faults };
}

const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Lighthouse's mobile preset on the first page of the production server; medians of five runs beside their goals. */
export async function benchLighthouse(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-lighthouse-'));
  const environment = { DATABASE_URL: `file:${join(folder, 'watea.db')}`, WATEA_DEMO: 'auto', LOG_LEVEL: 'error' };
  const watea = await startWatea('Wātea', environment, join(folder, 'watea.log'));
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const runs: Run[] = [];
    // the first only warms the server
    for (let round = 0; round <= rounds; round++)
      runs.push(await runOnce(`http://localhost:${watea.port}/`, port, folder));
    runs.shift();
    const indices = runs.map(({ benchmarkIndex }) => Math.round(benchmarkIndex));
    console.log(
      `Lighthouse, mobile, / of the production server; medians of ${rounds}; benchmark index ${indices.join(', ')}`,
    );
    for (const [name, goal, unit, isBetterHigher] of goals) {
      const all = runs.map(({ values }) => values.get(name) ?? Number.NaN);
      const value = middle(all) ?? Number.NaN;
      const isReached = isBetterHigher ? value >= goal : value <= goal;
      const spread = all.map((number) => number.toFixed(name.startsWith('cumulative') ? 3 : 0)).join(', ');
      console.log(
        `${name}: ${Number(value.toFixed(3))} ${unit} (${spread}); goal ${goal}: ${isReached ? 'reached' : 'MISSED'}`,
      );
    }
    console.log(`failed audits: ${[...new Set(runs.flatMap(({ faults }) => faults))].join('; ') || 'none'}`);
  } finally {
    await browser.close();
    await watea.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
