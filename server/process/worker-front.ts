import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Settlements } from '#lib/access/limit/limits.ts';
import { settings } from '#lib/env.ts';
import { ActiveBulkRequests } from '#server/access/bulk-keys.ts';
import type { NodeFollower } from '#server/cluster/follower.ts';
import { metrics } from '#server/metrics/current.ts';
import type { Reporter, Reports } from '#server/metrics/reports.ts';
import { type PagesAddress, pagesVariable } from '#server/pages/pages-address.ts';
import { type Acceptor, acceptConnections } from './acceptor.ts';
import { Dealer } from './dealer.ts';
import { announceDamage } from './faults.ts';
import { answeringDescriptors, endedWithMessages, RestartPause } from './lifeline.ts';
import { log } from './log.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import { environmentForWorker } from './role.ts';
import type { Front, WriteUsage } from './serving.ts';

const serverFile = `${import.meta.dirname}/../../server.ts`;
/** How long workers have to end, in milliseconds: a little longer than they give their connections. */
const endWithinMs = 11_000;

type Node = NodeFollower | undefined;

/** A worker process. */
class Worker {
  readonly child: ChildProcess;
  isReady = false;
  /** Set once it is ready, and answers when it is asked for its metrics. */
  reporter: Reporter | undefined;

  constructor(pages: PagesAddress) {
    this.child = fork(serverFile, [], {
      env: { ...environmentForWorker(), ...pagesVariable(pages) },
      stdio: ['inherit', 'inherit', 'inherit', ...answeringDescriptors, 'ipc'],
    });
  }

  send(message: PrimaryMessage, socket?: Socket): void {
    // without a callback, a message to a worker that has just ended would be an error that ends this process
    if (this.child.connected) this.child.send(message, socket, { keepOpen: true }, () => undefined);
  }

  deal(socket: Socket): void {
    this.send({ kind: 'connection' }, socket);
  }
}

/**
 * Starts `WEB_CONCURRENCY` workers, which answer requests, and deals connections to them. Resolves when one of them is
 * ready, or all if `isPatient`; they start one after the other.
 */
export async function workerFront(
  pages: PagesAddress,
  settlements: Settlements,
  writeUsage: WriteUsage,
  { isPatient, reports, node }: { readonly isPatient: boolean; readonly reports: Reports; readonly node: Node },
): Promise<Front> {
  const { workers: wanted } = settings();
  const workers = new Set<Worker>();
  const dealer = new Dealer<Worker>();
  const bulkHolders = new ActiveBulkRequests<Worker>();
  const pause = new RestartPause();
  let acceptor: Acceptor | undefined;
  let isClosed = false;
  let isDraining = false;
  let hasBeenReady = false;

  function receive(message: WorkerMessage, worker: Worker, onReady: () => void): void {
    if (message.kind === 'settle') worker.send({ kind: 'settled', answer: settlements.answer(message.request) });
    if (message.kind === 'bulk begins')
      worker.send({ kind: 'bulk', id: message.id, granted: bulkHolders.begin(message.subject, worker) });
    if (message.kind === 'bulk ended') bulkHolders.end(message.subject, worker);
    if (message.kind === 'damage') announceDamage(message.found);
    if (message.kind === 'usage') writeUsage(message.batches);
    if (message.kind === 'taken') dealer.taken(worker);
    if (message.kind === 'measured') worker.reporter?.receive(message.report);
    if (message.kind === 'scrape') void reports.text().then((text) => worker.send({ kind: 'scraped', text }));
    if (message.kind !== 'ready') return;
    worker.isReady = true;
    worker.reporter = reports.add('worker', () => worker.send({ kind: 'measure' }));
    hasBeenReady = true;
    const state = node?.last();
    if (state !== undefined) worker.send({ kind: 'node', state });
    if (isDraining) worker.send({ kind: 'drain' });
    else dealer.add(worker);
    onReady();
  }

  /** Resolves when the worker is ready. */
  function start(): Promise<void> {
    pause.started();
    return new Promise((resolve) => {
      const worker = new Worker(pages);
      workers.add(worker);
      worker.child.on('message', (message: WorkerMessage) => receive(message, worker, resolve));
      void endedWithMessages(worker.child).then(() => worker.reporter?.end());
      worker.child.once('exit', (status, signal) => {
        workers.delete(worker);
        dealer.remove(worker);
        bulkHolders.forget(worker);
        if (isDraining) return;
        // what keeps the first from starting would keep them all, and is said once
        if (!hasBeenReady) process.exit(1);
        metrics()?.died('worker');
        log().error({ event: 'worker died', worker: worker.child.pid, status, signal });
        setTimeout(() => isClosed || void start().then(resolve), pause.next());
      });
    });
  }

  async function startOthers(): Promise<void> {
    for (let count = 1; count < wanted && !isClosed; count++) await start();
  }

  node?.onReport((state) => {
    for (const worker of workers) if (worker.isReady) worker.send({ kind: 'node', state });
  });
  await start();
  const others = startOthers();
  if (isPatient) await others;
  return {
    async open() {
      acceptor = await acceptConnections((socket) => dealer.deal(socket.on('error', () => socket.destroy())), true);
      return acceptor.port;
    },
    async close() {
      await acceptor?.stop();
      // what another worker would inherit is closed
      isClosed = true;
    },
    async drain() {
      isDraining = true;
      dealer.dealAll();
      const ended = [...workers].map(({ child }) => endedWithMessages(child));
      for (const worker of workers) {
        if (worker.isReady) worker.send({ kind: 'drain' });
        else worker.child.kill('SIGKILL');
      }
      const kill = setTimeout(() => {
        for (const { child } of workers) child.kill('SIGKILL');
      }, endWithinMs);
      await Promise.all(ended);
      clearTimeout(kill);
    },
  };
}
