import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { startWatea } from '#bench/contest/contestants.ts';
import { findChromium } from '#scripts/chromium.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { type Figure, figuresOf, type MeasuredPage, measuredPages } from './measured-pages.ts';
import { faultsOf, figureIn, type Report, runLighthouse } from './report.ts';

const rounds = 5;

/** `npm run bench -- lighthouse [PAGE …]`: Lighthouse's mobile preset on pages of the production server; all of them if none is named. */
export async function benchLighthouse(names: readonly string[]): Promise<void> {
  const known = Object.keys(measuredPages);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown page ${unknown.join(', ')}. The pages are ${known.join(', ')}.`);
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-lighthouse-'));
  const environment = { DATABASE_URL: `file:${join(folder, 'watea.db')}`, WATEA_DEMO: 'auto', LOG_LEVEL: 'error' };
  const watea = await startWatea('Wātea', environment, join(folder, 'watea.log'));
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath: findChromium(),
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
