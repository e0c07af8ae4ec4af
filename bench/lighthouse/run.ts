import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { startWatea } from '#bench/contest/contestants.ts';
import { requireChromium } from '#scripts/chromium.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';

const rounds = 5;

/** `npm run bench -- lighthouse [PAGE …]`: Lighthouse's mobile preset on pages of the production server; all of them if none is named. */
export async function benchLighthouse(names: readonly string[]): Promise<void> {
  const known = Object.keys(measuredPages);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown page ${unknown.join(', ')}. The pages are ${known.join(', ')}.`);
  const executablePath = requireChromium();
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-lighthouse-'));
  const environment = { DATABASE_URL: `file:${join(folder, 'watea.db')}`, WATEA_DEMO: 'auto', LOG_LEVEL: 'error' };
  const watea = await startWatea('Wātea', environment, join(folder, 'watea.log'));
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    for (const name of names.length === 0 ? known : names) {
      const page = measuredPages[name];
      if (page !== undefined) await benchPage(name, page, { origin: `http://localhost:${watea.port}`, port, folder });
    }
  } finally {
    await browser.close();
    await watea.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the medians of all runs beside their goals, with the value of each run. */
async function benchPage(
  name: string,
  page: MeasuredPage,
  { origin, port, folder }: { origin: string; port: number; folder: string },
): Promise<void> {
  const runs: Report[] = [];
  const options = { port, folder, skipped: page.skipped };
  // the first only warms the server
  for (let round = 0; round <= rounds; round++) runs.push(await runLighthouse(`${origin}${page.path}`, options));
  runs.shift();
  const indices = runs.map(({ environment }) => Math.round(environment.benchmarkIndex));
  console.log(`\n${name}: ${page.path}, mobile, medians of ${rounds}; benchmark index ${indices.join(', ')}`);
  for (const figure of figuresOf(page)) console.log(figureLine(figure, runs));
  const faults = [...new Set(runs.flatMap(faultsOf))];
  console.log(`failed audits: ${faults.join('; ') || 'none'}`);
  if (page.skipped !== undefined) console.log(`left out, as the page fails it on purpose: ${page.skipped.join(', ')}`);
}

function figureLine({ name, unit, digits, goal }: Figure, runs: readonly Report[]): string {
  const values = runs.map((run) => figureIn(run, name));
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const measured = `${name}: ${median.toFixed(digits)}${unit} (${values.map((value) => value.toFixed(digits)).join(', ')})`;
  if (goal === undefined) return measured;
  const isReached = 'least' in goal ? median >= goal.least : median <= goal.most;
  const text = 'least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`;
  return `${measured}; goal ${text}${unit}: ${isReached ? 'reached' : 'MISSED'}`;
}

/** A page that Lighthouse measures, with the least performance and the longest wait for its largest element. */
interface MeasuredPage {
  readonly path: string;
  readonly minPerformance: number;
  readonly maxLcpMs?: number;
  /** Audits that the page fails on purpose. */
  readonly skipped?: readonly string[];
}

const measuredPages: Readonly<Record<string, MeasuredPage>> = {
  map: { path: '/', minPerformance: 95, maxLcpMs: 2000 },
  // points are people's homes, and so their pages ask not to be indexed
  link: {
    path: '/availability/-41.2866/174.7756?address=Wellington',
    minPerformance: 95,
    maxLcpMs: 2000,
    skipped: ['is-crawlable'],
  },
  developers: { path: '/developers', minPerformance: 90 },
  endpoint: { path: '/developers/endpoints/pointAvailability', minPerformance: 90 },
};

/** A figure of the report; without a goal it is shown for information. */
interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly digits: number;
  readonly goal?: { readonly least: number } | { readonly most: number };
}

function figuresOf({ minPerformance, maxLcpMs }: MeasuredPage): readonly Figure[] {
  const score = { unit: '', digits: 0 };
  return [
    { name: 'performance', ...score, goal: { least: minPerformance } },
    ...['accessibility', 'best-practices', 'seo'].map((name) => ({ name, ...score, goal: { least: 100 } })),
    {
      name: 'largest-contentful-paint',
      unit: ' ms',
      digits: 0,
      ...(maxLcpMs !== undefined && { goal: { most: maxLcpMs } }),
    },
    { name: 'first-contentful-paint', unit: ' ms', digits: 0 },
    { name: 'total-blocking-time', unit: ' ms', digits: 0 },
    { name: 'cumulative-layout-shift', unit: '', digits: 3 },
  ];
}

/** Installed by npm on demand: with its dependencies it would be a quarter of every installation. */
const lighthouse = 'lighthouse@13.5.0';

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

/** One run of Lighthouse's mobile preset, in the browser whose debugging port is given. */
async function runLighthouse(
  url: string,
  { port, folder, skipped = [] }: { port: number; folder: string; skipped?: readonly string[] | undefined },
): Promise<Report> {
  const file = join(folder, 'lighthouse.json');
  const skip = skipped.length === 0 ? [] : ['--skip-audits', skipped.join(',')];
  const options = ['--port', String(port), '--quiet', '--output', 'json', '--output-path', file, ...skip];
  await promisify(execFile)('npx', ['--yes', lighthouse, url, ...options], { cwd: folder });
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/** The value of an audit in its own unit, or a category's score out of 100. */
function figureIn({ audits, categories }: Report, name: string): number {
  const category = categories[name];
  const value = category === undefined ? audits[name]?.numericValue : Math.round((category.score ?? 0) * 100);
  return value ?? Number.NaN;
}

/** The audits that failed, with their categories. */
function faultsOf({ audits, categories }: Report): string[] {
  return Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 0.9)
      .map(({ id: audit }) => `${id}: ${audit} ${audits[audit]?.displayValue ?? ''}`.trim()),
  );
}
