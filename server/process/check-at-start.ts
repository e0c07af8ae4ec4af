import { quickFileCheck } from '#db/quick-check.ts';
import { sampleCoverage } from '#flows/broadband/sample-coverage.ts';
import { sampleRegister } from '#flows/registry/sample-register.ts';
import type { DamagedApi } from '#lib/readiness/damage.ts';
import { damageIn } from '#lib/readiness/damage.ts';
import { apiReader } from './api-reader.ts';
import { reportDamage } from './faults.ts';

/**
 * Checks at the start of a process, within a second whatever the size of the data, what its two APIs answer from: the
 * small tables, the witness and a sample of names, the offers and a sample of blocks. An API whose data are damaged does
 * not answer.
 */
export function checkAtStart(): void {
  const { connection } = apiReader();
  for (const api of ['registry', 'broadband'] as const) report(api, () => quickFileCheck(connection));
  report('registry', () => sampleRegister(connection));
  report('broadband', () => sampleCoverage(connection));
}

function report(api: DamagedApi, check: () => void): void {
  try {
    check();
  } catch (fault) {
    const damage = damageIn(fault);
    if (damage === undefined) throw fault;
    reportDamage(api, damage);
  }
}
