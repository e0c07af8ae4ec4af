import { getPublishedId, getVersion } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { outdatedWords } from '#lib/words/coverage/coverage.ts';

const madeVersions: readonly JobOutcome['code'][] = [
  'coverage-imported',
  'coverage-rebuilt',
  'layer-retired',
  'provider-applied',
];

/** Why the version that a job made must be rebuilt before it can be published, if another has been published since. */
export function OutdatedNote({ outcome }: { readonly outcome: JobOutcome | null }) {
  if (outcome === null || !madeVersions.includes(outcome.code) || !('id' in outcome)) return null;
  const { db } = connections().reader;
  const version = getVersion(db, outcome.id);
  const publishedId = getPublishedId(db);
  if (version === undefined || version.publishedAt !== null || (version.baseId ?? undefined) === publishedId)
    return null;
  const { id: versionId, baseId } = version;
  return <p>{outdatedWords({ versionId, baseId, publishedId })} Open it to rebuild and publish it.</p>;
}
