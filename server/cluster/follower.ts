import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StoppedReason } from '#db/cluster/cluster.ts';
import { monotonicNow } from '#lib/clock.ts';
import { type NodeState, usableUntil } from '#lib/cluster/node-state.ts';
import { environmentForChildren, settings } from '#lib/env.ts';
import { metrics } from '#server/metrics/current.ts';
import { flushLog, log } from '#server/process/log.ts';
import { setNodeState } from './node-state.ts';

/** What the thread that follows the log reports. */
export interface FollowerReport {
  readonly state: NodeState;
  /** Why it has stopped following, if it has. */
  readonly stopped: StoppedReason | undefined;
}

/** The thread of this server that applies what other nodes write. */
export interface NodeFollower {
  /** Resolves once this node may answer. */
  readonly current: Promise<void>;
  /** Has each report passed on to the other processes of this server. */
  onReport(listener: (state: NodeState) => void): void;
  /** The last report. */
  last(): NodeState | undefined;
  stop(): Promise<void>;
}

const restartAfterMs = 1000;

/** Ends this server; the next primary begins with a base. */
function beginAgain(): void {
  flushLog();
  process.exit(1);
}

/** Starts to follow the log; once a server, in its primary. A thread that dies is replaced, and the state grows old meanwhile. */
export function startFollower(): NodeFollower {
  const current = Promise.withResolvers<void>();
  const listeners = new Set<(state: NodeState) => void>();
  const logChanges = changesLogger();
  const { maxStaleMs = 0 } = settings().cluster ?? {};
  let last: NodeState | undefined;
  let isStopping = false;
  let thread: Worker | undefined = start();

  function receive({ state, stopped }: FollowerReport): void {
    last = state;
    setNodeState(state);
    for (const listener of listeners) listener(state);
    if (usableUntil(state, maxStaleMs) > monotonicNow()) current.resolve();
    logChanges(state, stopped);
    // what this file has was never confirmed, or is not what the others have: nothing may be answered from it
    if (stopped?.code === 'needs-base') beginAgain();
  }

  function start(): Worker {
    const worker = new Worker(new URL('./follower-thread.ts', import.meta.url), {
      env: environmentForChildren(),
      // closing its file of the database's index would drop SQLite's locks in the other threads
      trackUnmanagedFds: false,
    });
    worker.on('message', receive);
    worker.on('error', (fault) => {
      log().error({ event: 'follower thread', fault: fault.message });
      metrics()?.died('background');
      if (!isStopping)
        setTimeout(() => {
          thread = start();
        }, restartAfterMs);
    });
    worker.on('exit', () => {
      if (thread === worker) thread = undefined;
    });
    return worker;
  }

  return {
    current: current.promise,
    onReport: (listener) => void listeners.add(listener),
    last: () => last,
    async stop() {
      isStopping = true;
      if (thread === undefined) return;
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
    },
  };
}

/** Logs when PostgreSQL can be reached no longer or again, and why the thread has stopped; each once. */
function changesLogger() {
  let reported = '';
  return ({ isConnected, sequence }: NodeState, stopped: StoppedReason | undefined) => {
    const now = JSON.stringify({ isConnected, stopped });
    if (now === reported) return;
    reported = now;
    if (stopped !== undefined) log().error({ event: 'node does not follow the log any longer', sequence, ...stopped });
    else if (isConnected) log().info({ event: 'node follows the log', sequence });
    else log().error({ event: 'PostgreSQL cannot be reached', sequence });
  };
}
