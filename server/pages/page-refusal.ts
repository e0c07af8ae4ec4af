import type { IncomingMessage } from 'node:http';
import { errorAnswer } from '#lib/http/answer.ts';
import { sayIn } from '#lib/messages/catalogue.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import { htmlLanguage, languageOfTarget } from '#lib/messages/language.ts';
import { sendReply } from '#server/http/direct-lane.ts';
import { setPagePolicy } from '#server/http/page-policy.ts';
import type { WatchedResponse } from '#server/http/request-end.ts';
import type { Handlers, PageRequest } from '#server/http/serve.ts';

/** Why a page is refused before anybody renders it. */
export interface PageRefusal {
  readonly status: 429 | 503;
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly retryAfterSeconds: number;
  /** Whether a browser asks again by itself after these seconds. */
  readonly loadsAgain?: boolean;
}

/** Too many pages are asked for at once, or the pages process does not answer. */
export const busy: PageRefusal = {
  status: 503,
  title: 'site.busy',
  text: 'site.busy-text',
  retryAfterSeconds: 2,
};

/** The pages process is not there yet: while the server starts, or while the process is replaced. */
export const starting: PageRefusal = {
  status: 503,
  title: 'site.starting',
  text: 'site.starting-text',
  retryAfterSeconds: 2,
  loadsAgain: true,
};

/** One address, or one person, asks for too many pages a second. */
export const tooMany = (retryAfterSeconds: number): PageRefusal => ({
  status: 429,
  title: 'site.limit',
  text: 'site.limit-text',
  retryAfterSeconds,
});

/** Refuses a request in the form of its path: a public path as JSON, a page as a page of a few words. */
export function refusePage(
  incoming: IncomingMessage,
  outgoing: WatchedResponse,
  { url = '/', exchange, found }: PageRequest,
  { refusal, handlers }: { readonly refusal: PageRefusal; readonly handlers: Handlers },
): void {
  if (outgoing.destroyed || outgoing.headersSent) return;
  const retryAfter = { 'Retry-After': String(refusal.retryAfterSeconds) };
  if (found !== undefined) {
    const answer = errorAnswer(503, { code: 'busy' }, retryAfter);
    sendReply(outgoing, handlers[found.name].complete(answer, exchange), exchange);
    return;
  }
  const language = languageOfTarget(url);
  const say = sayIn(language);
  const [title, text] = [say(refusal.title), say(refusal.text)];
  const body = `<!doctype html>
<html lang="${htmlLanguage[language]}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<body style="max-width: 32rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif">
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
  setPagePolicy(incoming, outgoing, url);
  outgoing.writeHead(refusal.status, {
    'X-Request-Id': exchange.requestId,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...(refusal.loadsAgain === true ? { Refresh: String(refusal.retryAfterSeconds) } : {}),
    ...retryAfter,
  });
  outgoing.end(body);
}
