import { readDayUse } from '#db/access/day-use.ts';
import { closeDatabase, connections, openReader } from '#db/client.ts';
import { requireReloadable } from '#db/migrate.ts';
import { joinOwnCluster } from '#flows/cluster/join.ts';
import { Settlements } from '#lib/access/limit/limits.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { setUpSingleProcessLimits } from '#server/access/limits.ts';
import { type Background, startBackground } from '#server/background/background.ts';
import { startFollower } from '#server/cluster/follower.ts';
import { shareCounts } from '#server/cluster/share-counts.ts';
import { keepBuild } from '#server/http/build-folder.ts';
import type { Handlers } from '#server/http/serve.ts';
import { startJobSupervisor } from '#server/jobs/supervisor.ts';
import { setUpMetrics } from '#server/metrics/metrics.ts';
import { Reports } from '#server/metrics/reports.ts';
import { MetricsListener, setGathering } from '#server/metrics/scrape.ts';
import { makePagesAddress, type PagesAddress } from '#server/pages/pages-address.ts';
import { startPages } from '#server/pages/supervise-pages.ts';
import { type Acceptor, acceptConnections } from './acceptor.ts';
import { type ReportedDamage, setDamageListener } from './faults.ts';
import { leaveSignalsToFirst } from './lifeline.ts';
import { flushLog } from './log.ts';
import type { FromFirst, ToFirst } from './messages.ts';
import { type Prepared, prepareDatabase } from './prepare.ts';
import { type Front, startServing, type WriteUsage } from './serving.ts';
import { watchDatabaseFiles } from './watch-database-files.ts';
import { workerFront } from './worker-front.ts';

/** What the server's entry gives to a primary. */
interface Entry {
  readonly loadHandlers: () => Promise<Handlers>;
  /** What the operator sees once both APIs answer, and once the pages answer too. */
  readonly soonWords: (port: number) => string;
  readonly welcome: (port: number, prepared: Prepared) => string;
}

/**
 * Prepares the database, keeps the totals of the limits and everything that writes in the background, and has requests
 * answered: by itself, or by workers. It is ready before it is asked to serve, so a successor can start while its
 * predecessor still answers.
 */
export async function runPrimary({ loadHandlers, soonWords, welcome }: Entry, isSuccessor: boolean): Promise<void> {
  // without the first process nothing keeps the port or restarts this one
  process.once('disconnect', () => process.exit(1));
  keepBuild();
  if (isSuccessor) checkMigrations();
  const member = joinOwnCluster();
  const prepared = await prepareDatabase(untilAlone);
  const node = settings().cluster === undefined ? undefined : startFollower();
  const settlements = new Settlements();
  setUpMetrics('primary');
  const reports = new Reports();
  const listener = new MetricsListener();
  setGathering(() => reports.text());
  let background: Background | undefined;
  const writeUsage: WriteUsage = (batches) => background?.writeUsage(batches);
  const address = makePagesAddress();
  const pages = startPages(address, settlements, reports, node);
  const early: ReportedDamage[] = [];
  setDamageListener((found) => {
    if (background === undefined) early.push(found);
    else background.raiseDamage(found);
  });
  const front =
    settings().workers === 1
      ? await ownFront(await loadHandlers(), address, settlements, writeUsage)
      : await workerFront(address, settlements, writeUsage, { isPatient: isSuccessor, reports, node });
  // before, it would answer 503
  await node?.current;
  // pages wait for the first pages process of a server; a successor takes over when its own is ready
  if (isSuccessor) await pages.started;

  function startWork(hasCounts: boolean) {
    background = startBackground(reports, node);
    early.forEach(background.raiseDamage);
    const sharing = member === undefined ? undefined : shareCounts(member, settlements, hasCounts);
    const counts = storeDayCounts(settlements, background, sharing);
    return { background, jobs: startJobSupervisor(reports), counts };
  }
  let work: ReturnType<typeof startWork> | undefined;
  let isEnding = false;

  async function serve(hasCounts: boolean): Promise<void> {
    if (!hasCounts && member === undefined) restoreDayCounts(settlements);
    work = startWork(hasCounts);
    watchDatabaseFiles(() => process.exit(1));
    const port = await front.open();
    listener.open();
    send({ kind: 'serving', words: soonWords(port) });
    await pages.started;
    send({ kind: 'complete', words: welcome(port, prepared) });
  }

  async function handOver(): Promise<void> {
    await listener.close();
    const report = await reports.handOver();
    send({ kind: 'counted', report });
    await front.close();
    settlements.handOver((request) => send({ kind: 'spent', request }));
    send({ kind: 'retired' });
    work?.background.retire();
  }

  /** Finishes what was accepted, stores what was counted, and ends. */
  async function end(): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    await listener.close();
    await front.close();
    await Promise.all([front.drain().then(() => pages.stop()), work?.jobs.stop()]);
    await work?.counts.stop();
    await node?.stop();
    await member?.close();
    closeDatabase(connections());
    flushLog();
    process.exit(0);
  }

  async function receive(message: FromFirst): Promise<void> {
    if (message.kind === 'serve') await serve(message.hasCounts);
    if (message.kind === 'spent') settlements.answer(message.request);
    if (message.kind === 'counted') reports.addTotals(message.report);
    if (message.kind === 'retire') await handOver();
    if (message.kind === 'retire' || message.kind === 'stop') await end();
  }

  leaveSignalsToFirst();
  const failed = new Promise<never>((_resolve, reject) => {
    process.on('message', (message: FromFirst) => void receive(message).catch(reject));
    pages.started.catch(reject);
  });
  send({ kind: 'prepared', clockOffsetMs: settings().clockOffsetMs });
  await failed;
}

/** The predecessor still uses the database. @throws UnusableDatabase if it could not after a migration to come */
function checkMigrations(): void {
  const connection = openReader(settings().databaseFile);
  try {
    requireReloadable(connection);
  } finally {
    connection.sqlite.close();
  }
}

/** Has the workers of a dead primary end, which still answer. Resolves when none does. */
async function untilAlone(): Promise<void> {
  const alone = new Promise<void>((resolve) => {
    process.on('message', (message: FromFirst) => message.kind === 'alone' && resolve());
  });
  send({ kind: 'migrates' });
  await alone;
}

function send(message: ToFirst): void {
  process.send?.(message, () => undefined);
}

/** Answers requests in the primary itself: `WEB_CONCURRENCY=1`. */
async function ownFront(
  handlers: Handlers,
  pages: PagesAddress,
  settlements: Settlements,
  writeUsage: WriteUsage,
): Promise<Front> {
  setUpSingleProcessLimits(settlements);
  const serving = await startServing(handlers, pages, writeUsage);
  let acceptor: Acceptor | undefined;
  return {
    async open() {
      acceptor = await acceptConnections((socket) => serving.take(socket), false);
      return acceptor.port;
    },
    close: async () => acceptor?.stop(),
    drain: () => serving.stop(),
  };
}

/** How often day counts are stored, in milliseconds: a crash loses at most this much. */
const storeEveryMs = 2000;

/** Starts the machine's totals from those stored for the present day. */
function restoreDayCounts(settlements: Settlements): void {
  settlements.restore(readDayUse(connections().reader, dayOf(now())));
}

/**
 * Has the background thread store changed day counts every two seconds, and the rest at the stop.
 *
 * @param sharing of a node of a cluster, which stores them for all nodes instead
 */
function storeDayCounts(
  settlements: Settlements,
  background: Background,
  sharing: { stop(): Promise<void> } | undefined,
): { stop(): Promise<void> } {
  if (sharing !== undefined)
    return {
      async stop() {
        await sharing.stop();
        await background.stop([]);
      },
    };
  const timer = setInterval(() => {
    const rows = settlements.snapshot();
    if (rows.length > 0) background.writeDayUse(rows);
  }, storeEveryMs);
  return {
    stop() {
      clearInterval(timer);
      return background.stop(settlements.snapshot());
    },
  };
}
