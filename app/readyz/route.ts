import { connections } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import type { UnreadyReason } from '#lib/readiness/unready-reason.ts';
import { unreadyWords } from '#lib/words/readiness.ts';
import { unreadyReasons } from '#server/process/faults.ts';

export const dynamic = 'force-dynamic';

/** Reports whether this process can answer requests: 200, or 503 with a line for each reason why not. */
export function GET(): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  const reasons = [...unreadyReasons(), ...databaseReason()];
  if (reasons.length === 0) return new Response('ready\n', { headers });
  return new Response(reasons.map((reason) => `${unreadyWords(reason)}\n`).join(''), { status: 503, headers });
}

function databaseReason(): UnreadyReason[] {
  try {
    readGeneration(connections().reader.db, 'register');
    return [];
  } catch {
    return [{ code: 'database-silent' }];
  }
}
