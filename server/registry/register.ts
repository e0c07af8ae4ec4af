import { connections } from '#db/client.ts';
import { registerLookup } from '#db/registry/lookup.ts';
import { processWide } from '#lib/process-wide.ts';
import { apiReader } from '#server/process/api-reader.ts';

/** The register for pages, read straight from the database: an answer is never older than the last commit. */
export function register() {
  return processWide('register', () => registerLookup(connections().reader));
}

/** The register for the API: an answer is never older than the last commit before its request was sent. */
export function apiRegister() {
  return processWide('api-register', () => {
    const { connection, inSnapshot } = apiReader();
    return registerLookup(connection, inSnapshot);
  });
}
