import { type Refused, refusalOf } from '#app/admin/refusal-of.ts';
import { type Reason, Refusal } from '#lib/refusal.ts';

/** A Refusal for the script that uploads, in the shape of the APIs' errors; any other fault is ours and is thrown again. */
export function refused(fault: unknown, headers: Record<string, string> = {}): Response {
  return errorResponse(refusalOf(fault), headers);
}

export const refuse = (reason: Reason, headers?: Record<string, string>) => refused(new Refusal(reason), headers);

export function errorResponse(
  { status, sentence, fields = {} }: Refused,
  headers: Record<string, string> = {},
): Response {
  const error = Object.values(fields)[0] ?? sentence;
  return Response.json({ code: status, error }, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** An answer without a body; `offset` is how many bytes of the file have been received. */
export function receivedUntil(offset: number, status = 204): Response {
  return new Response(null, { status, headers: { 'Upload-Offset': String(offset), 'Cache-Control': 'no-store' } });
}
