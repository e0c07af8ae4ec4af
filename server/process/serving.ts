import type { Socket } from 'node:net';
import { quickFileCheck } from '#db/integrity.ts';
import { sampleCoverage } from '#flows/broadband/check-coverage.ts';
import { sampleRegister } from '#flows/registry/check-register.ts';
import { SETTLE_EVERY_MS } from '#lib/access/limit/limiter.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { type DamagedApi, damageIn } from '#lib/readiness.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { limits } from '#server/access/limits.ts';
import { Connections } from '#server/http/connections.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import type { Handlers } from '#server/http/serve.ts';
import { openPagesFront } from '#server/pages/front.ts';
import { type PagesAddress, setPagesAddress } from '#server/pages/pages-address.ts';
import { handUpgradesOver } from '#server/pages/upgrades.ts';
import { setUpTiles } from '#server/tiles/tile-service.ts';
import { sendUsage } from '#server/usage/usage.ts';
import { apiReader, closeApiReader } from './api-reader.ts';
import { watchDisk } from './disk.ts';
import { logFaults, reportDamage } from './faults.ts';
import { closeLongReads } from './long-reads.ts';

/** A process that answers requests. */
export interface Serving {
  /** Answers the requests of a connection. */
  take(socket: Socket): void;
  /** Lets everything that was sent be answered, then closes what only this uses. */
  stop(): Promise<void>;
}

/**
 * Answers the APIs in this process, whose limits are set up, and hands pages over to the process at `pages`; `writeUsage`
 * takes what was counted of requests.
 */
export async function startServing(handlers: Handlers, pages: PagesAddress, writeUsage: WriteUsage): Promise<Serving> {
  logFaults();
  setPagesAddress(pages);
  checkAtStart();
  await watchDisk();
  const tiles = setUpTiles();
  const open = new Connections();
  const server = createHttpServer(openPagesFront(pages, handlers), handlers, { connections: open });
  if (process.env.NODE_ENV === 'development') handUpgradesOver(server, pages);
  // Node checks the timeouts of requests from this event on; this server is given its connections and never listens
  server.emit('listening');
  const settling = setInterval(() => limits().settle(now()), SETTLE_EVERY_MS);
  const counting = sendUsage(writeUsage, { isNode: settings().cluster !== undefined });
  return {
    take: (socket) => void server.emit('connection', socket),
    async stop() {
      await open.drain();
      clearInterval(settling);
      limits().settle(now());
      counting.stop();
      tiles.maker.close();
      closeApiReader();
      closeLongReads();
    },
  };
}

/**
 * Checks at the start of a process, within a second whatever the size of the data, what its two APIs answer from: the
 * small tables, the witness and a sample of names, the offers and a sample of blocks. An API whose data are damaged does
 * not answer.
 */
function checkAtStart(): void {
  const { connection } = apiReader();
  for (const api of ['registry', 'broadband'] as const) report(api, () => quickFileCheck(connection));
  report('registry', () => sampleRegister(connection));
  report('broadband', () => sampleCoverage(connection));
}

function report(api: DamagedApi, check: () => void): void {
  try {
    check();
  } catch (fault) {
    const damage = damageIn(fault);
    if (damage === undefined) throw fault;
    reportDamage(api, damage);
  }
}

/** What answers requests for the primary: itself, or workers. */
export interface Front {
  /** Begins to accept connections. @returns the port */
  open(): Promise<number>;
  /** Accepts what waits, and then nothing more. */
  close(): Promise<void>;
  /** Finishes everything that was accepted; then nothing is left of it. */
  drain(): Promise<void>;
}

/** Stores what was counted of requests. */
export type WriteUsage = (batches: readonly UsageBatch[]) => void;
