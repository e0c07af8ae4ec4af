import type { Refused } from '#app/admin/refusal-of.ts';

/** A refusal for the script that uploads, in the shape of the APIs' errors. */
export function refuse(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { code: status, error: sentence },
    { status, headers: { 'Cache-Control': 'no-store', ...headers } },
  );
}

export const refusedWrite = ({ status, sentence }: Refused) => refuse(status, sentence);

export const diskIsFull = () =>
  refuse(507, 'The disk of the server is full: nothing of the file was kept. Ask whoever runs it to make room.');

/** An answer without a body; `offset` is how many bytes of the file stand. */
export function standsAt(offset: number, status = 204): Response {
  return new Response(null, { status, headers: { 'Upload-Offset': String(offset), 'Cache-Control': 'no-store' } });
}
