import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '#lib/access/caller.ts';
import type { Language } from '#lib/messages/language.ts';
import { processWide } from '#lib/process-wide.ts';

/** Why the head of a request is refused: a malformed target (400), or too long (431). */
export interface HeadFault {
  readonly status: 400 | 431;
  readonly sentence: string;
}

/** What `server.ts` knows of a request and a web-standard `Request` cannot carry alike through both lanes. */
export interface Exchange {
  /** Who calls (B5). */
  readonly caller: Caller;
  /** The id of this exchange: the caller's own when it is fit, else made (B7). */
  readonly requestId: string;
  /** Set when the request must be refused before anything else (B9). */
  readonly headFault: HeadFault | undefined;
  /** Reads the body once; `null` when it is longer than `limitBytes`. Throws a BodyFault. A handler calls it only after address and limit. */
  readonly readBody: (limitBytes: number) => Promise<Uint8Array | null>;
  /** Told the headers of the answer before it is sent; for a lane that would not pass all of them on. */
  onAnswer?: (headers: Readonly<Record<string, string>>) => void;
  /** Gives the page that is being made a status of its own; Next has no way to, but for 404. Absent for the APIs. */
  setPageStatus?: (status: number) => void;
  /** Who was recognised, for the log line: `registrar:3`, `key:ab12cd`. Never a key's text (B8). */
  subject: string | undefined;
  /** Who was recognised, for the counts of use: the id of a registrar or key, NOBODY or OWN_MAP of `lib/usage/batch.ts`. */
  accountId: number;
  /** The number under which scripts that are written into this page may run (Content-Security-Policy). */
  pageNonce?: string;
  /** The language of the page that is asked for, by its address; the APIs have none. */
  language?: Language;
}

const storage = processWide('exchange', () => new AsyncLocalStorage<Exchange>());

/** Runs `work` with `exchange` in reach of every handler it calls, in Next's lane too. */
export function withExchange<T>(exchange: Exchange, work: () => T): T {
  return storage.run(exchange, work);
}

/** The exchange of the present request; undefined where nobody vouches for the caller, as under plain `next start`. */
export function getExchange(): Exchange | undefined {
  return storage.getStore();
}
