import { connections } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import type { UnreadyReason } from '#lib/readiness/unready-reason.ts';
import { diskRemarkWords, nodeRemarkWords, pagesRemarkWords, unreadyWords } from '#lib/words/readiness.ts';
import { nodeReasons, nodeRemarks } from '#server/cluster/node-state.ts';
import { arePagesListening } from '#server/pages/pages-address.ts';
import { diskRemarks } from '#server/process/disk.ts';
import { unreadyReasons } from '#server/process/faults.ts';

const text = { contentType: 'text/plain; charset=utf-8', headers: { 'Cache-Control': 'no-store' } };

/**
 * `GET /readyz`: whether this process can answer requests: 200, or 503 with a line for each reason why not. A line about
 * the disk, the node or pages that are still starting is a remark in either answer: both APIs answer without them.
 */
const handle = endpoint(publicPaths.readiness, async () => {
  const reasons = [...unreadyReasons(), ...nodeReasons(), ...databaseReason()];
  const isReady = reasons.length === 0;
  const remarks = [
    ...((await arePagesListening()) ? [] : [pagesRemarkWords]),
    ...diskRemarks().map(diskRemarkWords),
    ...nodeRemarks().map(nodeRemarkWords),
  ];
  const lines = [...(isReady ? ['ready'] : reasons.map(unreadyWords)), ...remarks];
  return { ...text, status: isReady ? 200 : 503, body: lines.map((line) => `${line}\n`).join('') };
});

function databaseReason(): UnreadyReason[] {
  try {
    readGeneration(connections().reader.db, 'register');
    return [];
  } catch {
    return [{ code: 'database-silent' }];
  }
}

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
