import { type CoverageLookup, coverageLookup } from '#db/broadband/lookup.ts';
import { processWide } from '#lib/process-wide.ts';
import { apiReader } from '#server/process/api-reader.ts';

/** This process's look-up in the published coverage. */
export function coverage(): CoverageLookup {
  return processWide('coverage', () => {
    const { connection, inSnapshot } = apiReader();
    return coverageLookup(connection, inSnapshot);
  });
}
