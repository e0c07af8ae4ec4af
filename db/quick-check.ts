import { statSync } from 'node:fs';
import { DamageFound } from '#lib/readiness/damage.ts';
import type { Connection } from './client.ts';

/** Tables with few rows that answers or access depend on; all of each is checked. */
const smallTables = [
  'generation',
  'registrar',
  'allowed_network',
  'api_user',
  'api_key',
  'technology',
  'provider',
  'witness_key',
  'coverage_version',
  'coverage_version_layer',
  'coverage_layer',
  'coverage_seal',
  'coverage_publication',
  'release_run',
  'release_witness',
  'register_run',
  'alarm',
  'lease',
  'staff',
];

/**
 * Checks what can be checked in a few milliseconds: that the file has all its pages, and the small tables.
 *
 * @throws DamageFound for the first fault
 */
export function quickFileCheck({ sqlite }: Connection): void {
  const numberOf = (pragma: string) => Number(sqlite.pragma(pragma, { simple: true }));
  const pages = numberOf('page_count');
  const bytes = statSync(sqlite.name).size;
  // pages that are still in the write-ahead log may be missing from the file
  const logBytes = statSync(`${sqlite.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes + logBytes < pages * numberOf('page_size')) throw new DamageFound({ code: 'pages-missing', pages, bytes });
  for (const table of smallTables) {
    const [found] = sqlite.prepare(`PRAGMA quick_check('${table}')`).pluck().all();
    if (found !== 'ok') throw new DamageFound({ code: 'table-damaged', table, text: String(found) });
  }
}
