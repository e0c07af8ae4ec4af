import { connections } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';

export const dynamic = 'force-dynamic';

/** Reports whether this process can answer requests: 200 if its database answers, else 503. */
export function GET(): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  try {
    readGeneration(connections().reader.db, 'register');
    return new Response('ready\n', { headers });
  } catch {
    return new Response('the database does not answer\n', { status: 503, headers });
  }
}
