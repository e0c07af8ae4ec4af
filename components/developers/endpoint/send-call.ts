import type { ApiCall } from '#lib/developers/requests.ts';

/** An answer as it is shown. */
export interface ShownAnswer {
  /** Its status. */
  readonly line: string;
  readonly headers: string;
  readonly body: string;
}

/** The longest body that is shown, in characters. */
const mostShown = 20_000;

/** Sends a request from this page. The key goes into a header, never into the address. */
export async function sendCall({ url, method, isKeyed, body }: ApiCall, baseUrl: string, key: string) {
  const headers = {
    ...(isKeyed && key !== '' && { 'X-Api-Key': key.trim() }),
    ...(body !== undefined && { 'Content-Type': body.type }),
  };
  try {
    // the page may be open at another name of this server
    const target = url.slice(baseUrl.length);
    const answer = await fetch(target, { method, headers, ...(body !== undefined && { body: body.text }) });
    return await shown(answer);
  } catch {
    return { line: 'The server did not answer. Check your connection and try again.', headers: '', body: '' };
  }
}

async function shown(answer: Response): Promise<ShownAnswer> {
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  const body = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return {
    line: `${answer.status} ${answer.statusText}`.trim(),
    headers: [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: body.length > mostShown ? `${body.slice(0, mostShown)}\n…` : body,
  };
}
