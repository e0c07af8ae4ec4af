import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Installed by npm on demand: with its dependencies it would be a quarter of every installation. */
const lighthouse = 'lighthouse@13.5.0';

/** The parts of Lighthouse's report that are read. */
export interface Report {
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
export async function runLighthouse(
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
export function figureIn({ audits, categories }: Report, name: string): number {
  const category = categories[name];
  const value = category === undefined ? audits[name]?.numericValue : Math.round((category.score ?? 0) * 100);
  return value ?? Number.NaN;
}

/** The audits that failed, with their categories. */
export function faultsOf({ audits, categories }: Report): string[] {
  return Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 0.9)
      .map(({ id: audit }) => `${id}: ${audit} ${audits[audit]?.displayValue ?? ''}`.trim()),
  );
}
