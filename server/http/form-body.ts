import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { isBodyFault } from '#lib/http/body-fault.ts';
import { maxPostedBytes, refuseLongBody, refusePage } from './page-refusals.ts';
import { requestBody } from './request-body.ts';

/** Whether a request posts the form of a page without Next's own client, which happens without JavaScript. */
export function isPlainForm({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

/**
 * Reads a form before Next does, which answers 500 to a form that is cut short or has no boundary. `serve` gets a request
 * with the same head and body.
 */
export async function withWholeForm(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  serve: (incoming: IncomingMessage) => void,
): Promise<void> {
  const bytes = await requestBody(incoming, outgoing, false)
    .read(maxPostedBytes)
    .catch((fault: unknown) => {
      if (isBodyFault(fault)) return undefined;
      throw fault;
    });
  if (bytes === undefined || outgoing.destroyed) return;
  if (bytes === null) refuseLongBody(outgoing);
  else if (await isForm(bytes, incoming.headers['content-type'] ?? '')) serve(requestWith(incoming, bytes));
  else refusePage(outgoing, 400, { code: 'body-not-a-form' });
}

async function isForm(bytes: Uint8Array, contentType: string): Promise<boolean> {
  const form = new Response(bytes as BodyInit, { headers: { 'Content-Type': contentType } });
  return form.formData().then(
    () => true,
    () => false,
  );
}

function requestWith({ method, url, headers, rawHeaders, httpVersion, socket }: IncomingMessage, body: Uint8Array) {
  const request = new http.IncomingMessage(socket);
  Object.assign(request, { method, url, headers, rawHeaders, httpVersion, complete: true });
  request.push(body);
  request.push(null);
  return request;
}
