import { connections } from '#db/client.ts';
import { registerLookup } from '#db/register-lookup.ts';
import { processWide } from '#lib/process-wide.ts';

/** The register of this process, asked straight from the database: an answer is never older than the last commit. */
export function register() {
  return processWide('register', () => registerLookup(connections().reader));
}
