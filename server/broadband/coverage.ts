import { type CoverageLookup, coverageLookup } from '#db/coverage-lookup.ts';
import { processWide } from '#lib/process-wide.ts';
import { apiReader } from './api-reader.ts';

/** The look-up of this process in the published coverage. */
export function coverage(): CoverageLookup {
  return processWide('coverage', () => {
    const { connection, inSnapshot } = apiReader();
    return coverageLookup(connection, inSnapshot);
  });
}
