import { connections } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import type { UnreadyReason } from '#lib/readiness.ts';
import { usageApis } from '#lib/usage/batch.ts';
import { diskRemarkWords, nodeRemarkWords, pagesRemarkWords, unreadyWords } from '#lib/words/readiness.ts';
import { isPublished } from '#server/access/published.ts';
import { nodeReasons, nodeRemarks } from '#server/cluster/node-state.ts';
import { arePagesListening } from '#server/pages/pages-address.ts';
import { diskRemarks } from '#server/process/disk.ts';
import { unreadyReasons } from '#server/process/faults.ts';

const text = { contentType: 'text/plain; charset=utf-8', headers: { 'Cache-Control': 'no-store' } };

/**
 * `GET /readyz`: whether this process can answer requests: 200, or 503 with a line for each reason why not. That one API
 * was never given data is a remark while the other has some. A line about
 * the disk, the node or pages that are still starting is a remark in either answer: both APIs answer without them.
 */
const handle = endpoint(publicPaths.readiness, async () => {
  const missing = unpublishedApis();
  const isAnyPublished = missing.length < usageApis.length;
  const reasons = [...unreadyReasons(), ...nodeReasons(), ...databaseReason(), ...(isAnyPublished ? [] : missing)];
  const isReady = reasons.length === 0;
  const remarks = [
    ...(isAnyPublished ? missing.map(unreadyWords) : []),
    ...((await arePagesListening()) ? [] : [pagesRemarkWords]),
    ...diskRemarks().map(diskRemarkWords),
    ...nodeRemarks().map(nodeRemarkWords),
  ];
  const lines = [...(isReady ? ['ready'] : reasons.map(unreadyWords)), ...remarks];
  return { ...text, status: isReady ? 200 : 503, body: lines.map((line) => `${line}\n`).join('') };
});

/** The APIs that have nothing to answer from. One of them may be all that an operator runs. */
function unpublishedApis(): UnreadyReason[] {
  try {
    return usageApis.filter((api) => !isPublished(api)).map((api) => ({ code: 'not-published', api }));
  } catch {
    // the database does not answer
    return [];
  }
}

function databaseReason(): UnreadyReason[] {
  try {
    readGeneration(connections().reader.db, 'register');
    return [];
  } catch {
    return [{ code: 'database-silent' }];
  }
}

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
