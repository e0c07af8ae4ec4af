import { inject } from 'vitest';
import { handlers } from '#app/handlers.ts';
import { closeDatabase, connections } from '#db/client.ts';
import { type Caller, establishCaller } from '#lib/access/caller.ts';
import { Settlements } from '#lib/access/limit/limits.ts';
import { settings } from '#lib/env.ts';
import { withExchange } from '#lib/http/exchange.ts';
import { publicPathAt } from '#lib/http/public-paths.ts';
import { requestIdOf } from '#lib/http/request-id.ts';
import { parseTarget } from '#lib/http/target.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { setUpSingleProcessLimits } from '#server/access/limits.ts';
import { closeApiReader } from '#server/process/api-reader.ts';
import { closeLongReads } from '#server/process/long-reads.ts';
import { setUpTiles, tileService } from '#server/tiles/tile-service.ts';
import { fixtureNow, fixtureSecret } from './fixture.ts';
import { type Answered, type Asked, ask } from './http.ts';
import { expectDescribed } from './openapi/described-answer.ts';
import { clearProcessWide } from './process-wide.ts';

/** The three ways to reach a handler: directly, straight from the socket, and through Next's router. */
export type Lane = 'handler' | 'server' | 'next';
/** The lanes that the contract is tested by in this run, from the setup of the servers. */
export const lanes: readonly Lane[] = inject('contract').lanes;
/** Those of them that have a socket. */
export const servedLanes = lanes.filter((lane) => lane !== 'handler');
/** `API_LANE` of a server of one's own for each of these. */
export const apiLanes = servedLanes.map((lane) => (lane === 'next' ? ('next' as const) : ('direct' as const)));

/** Sends a request by one lane; all three must give the same answer, and one that the OpenAPI document describes. */
export async function askBy(lane: Lane, asked: Asked): Promise<Answered> {
  const answered = await (lane === 'handler' ? askHandler(asked) : ask(inject('contract')[lane], asked));
  expectDescribed(asked, answered);
  return answered;
}

let isSet = false;

/** Closes the connections of the handlers in this process; the next request opens the shared fixture. */
export function closeHandlerScene(): void {
  if (!isSet) return;
  isSet = false;
  tileService().maker.close();
  closeApiReader();
  closeLongReads();
  closeDatabase(connections());
}

/** Makes the handlers of this process answer from `databaseFile`, like a server started at the instant `now`. */
export function setHandlerScene({ databaseFile, now }: { databaseFile: string; now: string }): void {
  closeHandlerScene();
  isSet = true;
  clearProcessWide();
  Object.assign(process.env, {
    DATABASE_URL: `file:${databaseFile}`,
    WATEA_NOW: now,
    BASE_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
    SECRET_KEY: fixtureSecret,
  });
  setUpSingleProcessLimits(new Settlements());
  setUpTiles();
}

/** Stops the clock of the handlers of this process at the instant `now`, until it is stopped at another. */
export function stopHandlerClock(now: string): void {
  const stoppedAt = Date.parse(now);
  setProcessWide('own-clock', () => stoppedAt);
}

/** Sets the clock of the handlers of this process to the instant `now`, from which it goes on. */
export function setHandlerClock(now: string): void {
  setProcessWide('settings', { ...settings(), clockOffsetMs: Date.parse(now) - Date.now() });
}

async function askHandler({
  target,
  method = 'GET',
  headers = {},
  body,
  from = '127.0.0.1',
}: Asked): Promise<Answered> {
  if (!isSet) setHandlerScene({ databaseFile: inject('contract').databaseFile, now: fixtureNow });
  const parsed = parseTarget(target);
  const found = publicPathAt(parsed.path);
  const handler = found && handlers[found.name];
  if (handler === undefined) throw new Error(`${target} is no path of the APIs.`);
  const sent = new Headers();
  const rawHeaders: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    for (const one of typeof value === 'string' ? [value] : value) {
      sent.append(name, one);
      rawHeaders.push(name, one);
    }
  }
  const bytes = body === undefined ? undefined : Buffer.from(body);
  if (bytes !== undefined) sent.set('content-length', String(bytes.byteLength));
  const caller: Caller = establishCaller({ peer: from, rawHeaders, trustedProxies: settings().trustedProxies });
  const exchange = {
    caller,
    requestId: requestIdOf(sent.get('x-request-id') ?? undefined),
    headFault: parsed.ok ? undefined : ({ status: 400, reason: parsed.reason } as const),
    readBody: async (limitBytes: number) =>
      bytes !== undefined && bytes.byteLength > limitBytes ? null : (bytes ?? new Uint8Array()),
    subject: undefined,
    accountId: 0,
  };
  const request = new Request(`http://localhost${parsed.ok ? parsed.url : '/'}`, { method, headers: sent });
  const response = await withExchange(exchange, () => handler(request));
  const given = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: method === 'HEAD' ? '' : given.toString(),
    bytes: given,
  };
}
