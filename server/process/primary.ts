import { closeDatabase, connections } from '#db/client.ts';
import { Settlements } from '#lib/access/limit/limits.ts';
import { settings } from '#lib/env.ts';
import { type Background, startBackground } from '#server/background/background.ts';
import { restoreDayCounts, storeDayCounts } from '#server/background/day-counts.ts';
import type { Handlers } from '#server/http/serve.ts';
import { startJobSupervisor } from '#server/jobs/supervisor.ts';
import type { WriteUsage } from './front.ts';
import { leaveSignalsToFirst } from './leave-signals.ts';
import { flushLog } from './log.ts';
import type { FromFirst, ToFirst } from './messages.ts';
import { ownFront } from './own-front.ts';
import { type Prepared, prepareDatabase } from './prepare.ts';
import { watchDatabaseFiles } from './watch-database-files.ts';
import { workerFront } from './worker-front.ts';

/** What the server's entry gives to a primary. */
interface Entry {
  readonly loadHandlers: () => Promise<Handlers>;
  /** What the operator sees once the server answers. */
  readonly welcome: (port: number, prepared: Prepared) => string;
}

/**
 * Prepares the database, keeps the totals of the limits and everything that writes in the background, and has requests
 * answered: by itself, or by workers. It is ready before it is asked to serve, so a successor can start while its
 * predecessor still answers.
 */
export async function runPrimary({ loadHandlers, welcome }: Entry, isSuccessor: boolean): Promise<void> {
  // without the first process nothing keeps the port or restarts this one
  process.once('disconnect', () => process.exit(1));
  const prepared = await prepareDatabase();
  const settlements = new Settlements();
  let background: Background | undefined;
  const writeUsage: WriteUsage = (batches) => background?.writeUsage(batches);
  const front =
    settings().workers === 1
      ? await ownFront(await loadHandlers(), settlements, writeUsage)
      : await workerFront(settlements, writeUsage, isSuccessor);

  function startWork() {
    background = startBackground();
    return { background, jobs: startJobSupervisor(), counts: storeDayCounts(settlements, background) };
  }
  let work: ReturnType<typeof startWork> | undefined;
  let isEnding = false;

  async function serve(hasCounts: boolean): Promise<void> {
    if (!hasCounts) restoreDayCounts(settlements);
    work = startWork();
    watchDatabaseFiles(() => process.exit(1));
    const port = await front.open();
    send({ kind: 'serving', welcome: welcome(port, prepared) });
  }

  async function handOver(): Promise<void> {
    await front.close();
    settlements.handOver((request) => send({ kind: 'spent', request }));
    send({ kind: 'retired' });
    work?.background.retire();
  }

  /** Finishes what was accepted, stores what was counted, and ends. */
  async function end(): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    await front.close();
    await Promise.all([front.drain(), work?.jobs.stop()]);
    await work?.counts.stop();
    closeDatabase(connections());
    flushLog();
    process.exit(0);
  }

  async function receive(message: FromFirst): Promise<void> {
    if (message.kind === 'serve') await serve(message.hasCounts);
    if (message.kind === 'spent') settlements.answer(message.request);
    if (message.kind === 'retire') await handOver();
    if (message.kind === 'retire' || message.kind === 'stop') await end();
  }

  leaveSignalsToFirst();
  const failed = new Promise<never>((_resolve, reject) => {
    process.on('message', (message: FromFirst) => void receive(message).catch(reject));
  });
  send({ kind: 'prepared' });
  await failed;
}

function send(message: ToFirst): void {
  process.send?.(message, () => undefined);
}
