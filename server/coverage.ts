import { connections } from '#db/client.ts';
import { type CoverageLookup, coverageLookup } from '#db/coverage-lookup.ts';
import { processWide } from '#lib/process-wide.ts';

/** The look-up of this process in the published coverage. */
export function coverage(): CoverageLookup {
  return processWide('coverage', () => coverageLookup(connections().reader));
}
