import { type KeyScope, lackingScopes } from '#lib/access/keys/scopes.ts';
import { type BulkLines, bulkAnswer } from '#lib/broadband/bulk/bulk-answer.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import type { BodyRefusal } from '#lib/http/body-text.ts';
import { endpoint, type Handler } from '#lib/http/endpoint.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { PublicPath } from '#lib/http/public-paths.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import type { NextPiece } from '#lib/pieces.ts';
import { type KeyedPath, refuseScope } from '#server/access/broadband-gate.ts';
import { admitBulk } from '#server/access/bulk-gate.ts';
import type { Admission } from '#server/access/limits.ts';
import { turns } from '#server/http/turn.ts';
import { metrics } from '#server/metrics/current.ts';

/** What a bulk request asks, and what a key must be allowed to use for it in addition to the scopes of the path. */
export interface AskedInBulk {
  readonly ok: true;
  readonly lines: BulkLines;
  readonly scopes: readonly KeyScope[];
}

type ReadBulk = (
  request: ApiRequest,
  readBody: Exchange['readBody'],
  nextPiece: NextPiece,
) => Promise<AskedInBulk | BodyRefusal>;

/** Makes the handler of requests in bulk, whose body `read` reads: a line of JSON for each thing that is asked. */
export function bulkEndpoint(path: PublicPath & KeyedPath, read: ReadBulk): Handler {
  return endpoint(path, async (request, exchange) => {
    const admitted = await admitBulk(request, exchange, path);
    if (!admitted.ok) return admitted.answer;
    const nextPiece = () => turns().piece(exchange.caller.limitKey);
    let isUnderWay = false;
    try {
      const asked = await read(request, exchange.readBody, nextPiece);
      if (!asked.ok) return errorAnswer(asked.status, asked.reason, { ...admitted.headers, ...asked.headers });
      const lacking = lackingScopes(admitted.scopes, asked.scopes);
      if (lacking.length > 0) return answerOf(await refuseScope(exchange, lacking));
      const taken = await admitted.takeLookups(asked.lines.count);
      if (!taken.ok) return taken.answer;

      isUnderWay = true;
      metrics()?.requests.lookUp('broadband', asked.lines.count);
      const headers = { ...taken.headers, 'Cache-Control': 'private, no-store' };
      const body = bulkAnswer(asked.lines, () => performance.now(), admitted.release);
      return { status: 200, contentType: 'application/x-ndjson', headers, body };
    } finally {
      if (!isUnderWay) admitted.release();
    }
  });
}

function answerOf(refused: Admission) {
  if (refused.ok) throw new Error('A key without a scope was admitted.');
  return refused.answer;
}
