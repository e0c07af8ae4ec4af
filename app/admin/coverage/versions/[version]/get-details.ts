import { requireVersionDetails, type VersionDetails } from '#db/broadband/version-details.ts';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { Refusal } from '#lib/refusal.ts';

/** Undefined for a version that does not exist or is still being made: there is nothing to show. */
export function getDetails(versionId: number): VersionDetails | undefined {
  try {
    return requireVersionDetails(connections().reader, versionId, now());
  } catch (fault) {
    if (fault instanceof Refusal) return undefined;
    throw fault;
  }
}
