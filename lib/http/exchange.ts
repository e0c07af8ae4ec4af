import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '#lib/access/caller.ts';
import type { Language } from '#lib/messages/language.ts';
import { processWide } from '#lib/process-wide.ts';
import type { ApiReason } from '#lib/words/api.ts';

/** Why the head of a request is refused: malformed (400), too long (431), or HTTP that is not supported (501, 505). */
export interface HeadFault {
  readonly status: 400 | 431 | 501 | 505;
  readonly reason: ApiReason;
}

/** What the server knows about a request that a web-standard `Request` cannot carry through both lanes. */
export interface Exchange {
  /** Who sent the request (B5). */
  readonly caller: Caller;
  /** The caller's own id if it is valid, otherwise a generated one (B7). */
  readonly requestId: string;
  /** Set if the request must be refused before any other check (B9). */
  readonly headFault: HeadFault | undefined;
  /** Reads the body, once, after address and limit were checked; null if it is longer than `limitBytes`. @throws BodyFault */
  readonly readBody: (limitBytes: number) => Promise<Uint8Array | null>;
  /** The target as its caller sent it, in a lane that changes it. */
  target?: string;
  /** Gets the headers of the answer before it is sent, in a lane that does not pass on all of them. */
  onAnswer?: (headers: Readonly<Record<string, string>>) => void;
  /** Whether the client of a page or a staff action has gone away. Absent for the APIs. */
  hasLeft?: () => boolean;
  /** Sets the status of the page being rendered, which Next allows only for 404. Absent for the APIs. */
  setPageStatus?: (status: number) => void;
  /** The identified caller for the log: `registrar:3`, `key:ab12cd`. Never a key's text (B8). */
  subject: string | undefined;
  /** The identified caller for usage counts: the id of a registrar or key, or NOBODY or OWN_MAP of `lib/usage/batch.ts`. */
  accountId: number;
  /** Whether it is refused to keep an overloaded process quick (B11), once target and method were checked (B9). */
  isShed?: boolean;
  /** Keeps the page being asked for until its visitor has signed in. Absent for the APIs, and for what is no page. */
  keepGoal?: () => void;
  /** The nonce of inline scripts in this page (Content-Security-Policy). */
  pageNonce?: string;
  /** The language of the requested page, from its address; undefined for the APIs. */
  language?: Language;
}

const storage = processWide('exchange', () => new AsyncLocalStorage<Exchange>());

/** Calls `run` with `exchange` available to every handler it calls, including those that Next calls. */
export function withExchange<T>(exchange: Exchange, run: () => T): T {
  return storage.run(exchange, run);
}

/** The exchange of the current request; undefined under plain `next start`, where callers are not identified. */
export function getExchange(): Exchange | undefined {
  return storage.getStore();
}
