import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { closeDatabase, connections } from '#db/client.ts';
import { joinOwnCluster } from '#flows/cluster/join.ts';
import { lowerPriority } from '#flows/low-priority.ts';
import { SETTLE_EVERY_MS } from '#lib/access/limit/limiter.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { limits, setUpWorkerLimits } from '#server/access/limits.ts';
import { setNodeState } from '#server/cluster/node-state.ts';
import { pageLane } from '#server/http/page-lane.ts';
import type { Handlers } from '#server/http/serve.ts';
import { ownReport } from '#server/metrics/current.ts';
import { setUpMetrics } from '#server/metrics/metrics.ts';
import { closeApiReader } from '#server/process/api-reader.ts';
import { logFaults, setDamageListener } from '#server/process/faults.ts';
import { leaveSignalsToFirst, lifelineCut } from '#server/process/lifeline.ts';
import { flushLog } from '#server/process/log.ts';
import type { FromPages, ToPages } from '#server/process/messages.ts';
import { markOverwrites } from '#server/process/watch-database-files.ts';
import { setUpTiles } from '#server/tiles/tile-service.ts';
import { openNextApp } from './next-app.ts';
import { takePagesAddress } from './pages-address.ts';
import { createPagesServer } from './pages-server.ts';
import { passUpgradesOn } from './upgrades.ts';

/** How long workers whose primary has died have to end, in milliseconds, and how often it is seen whether they have. */
const orphansEndWithinMs = 10_000;
const lookForOrphansEveryMs = 100;

/**
 * Runs the pages process, which the supervisor started (`supervise-pages.ts`), until it is stopped. If the primary dies, it
 * answers for the workers that are left until they have ended.
 */
export async function runPages(handlers: Handlers): Promise<void> {
  const node = joinOwnCluster();
  // a replacement must not slow the APIs; the first one starts while the server itself starts
  const isReplacement = process.argv[2] === 'replacement';
  if (isReplacement) lowerPriority();
  leaveSignalsToFirst();
  const lifeline = lifelineCut();
  /** What to do when the primary has died. */
  let leave: () => void = () => process.exit(0);
  process.once('disconnect', () => leave());
  const { socketPath, secret } = takePagesAddress();
  logFaults();
  // the processes of the APIs count requests of the same visitors
  setUpWorkerLimits({ workers: settings().workers + 1, send: (request) => send({ kind: 'settle', request }) });
  setUpMetrics('pages');
  setDamageListener((found) => send({ kind: 'damage', found }));
  markOverwrites(connections().writer);
  const tiles = setUpTiles();
  const next = await openNextApp();
  const server = createPagesServer({ next: next.handle, servePage: pageLane(next.handle) }, handlers, secret);
  if (process.env.NODE_ENV === 'development') passUpgradesOn(server, next, secret);
  const settling = setInterval(() => limits().settle(now()), SETTLE_EVERY_MS);

  function stop(): void {
    leave = () => undefined;
    server.close();
    server.closeAllConnections();
    clearInterval(settling);
    limits().settle(now());
    tiles.maker.close();
    closeApiReader();
    closeDatabase(connections());
    void node?.close();
    flushLog();
    if (process.connected) process.disconnect();
  }

  /** Workers keep their connections as long as they live. */
  async function serveOrphans(): Promise<void> {
    await lifeline;
    for (let ms = 0; ms < orphansEndWithinMs && (await countConnections(server)) > 0; ms += lookForOrphansEveryMs)
      await setTimeout(lookForOrphansEveryMs);
    rmSync(dirname(socketPath), { recursive: true, force: true });
    stop();
  }

  process.on('message', (message: ToPages) => {
    if (message.kind === 'settled') limits().receive(message.answer, now());
    else if (message.kind === 'node') setNodeState(message.state);
    else if (message.kind === 'measure') void ownReport().then((report) => send({ kind: 'measured', report }));
    else stop();
  });
  await listenPrivately(server, socketPath);
  leave = () => void serveOrphans();
  send({ kind: 'listening' });
  if (!isReplacement) lowerPriority();
}

/** Listens on a socket that only this user can open (mode 0600). */
async function listenPrivately(server: ReturnType<typeof createPagesServer>, socketPath: string): Promise<void> {
  const usual = process.umask(0o177);
  const listening = once(server, 'listening');
  server.listen(socketPath);
  process.umask(usual);
  await listening;
}

const countConnections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_fault, count) => resolve(count)));

function send(message: FromPages): void {
  process.send?.(message, () => undefined);
}
