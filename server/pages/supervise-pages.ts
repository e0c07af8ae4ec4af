import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settlements } from '#lib/access/limit/limits.ts';
import { environmentForChildren, settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import type { NodeFollower } from '#server/cluster/follower.ts';
import { metrics } from '#server/metrics/current.ts';
import type { Reporter, Reports } from '#server/metrics/reports.ts';
import { announceDamage } from '#server/process/faults.ts';
import { endedWithMessages, lifelineDescriptor } from '#server/process/lifeline.ts';
import { log } from '#server/process/log.ts';
import type { FromPages, Measured, ToPages } from '#server/process/messages.ts';
import { type PagesAddress, pagesVariable } from './pages-address.ts';

/** The folder of this release. */
const release = resolve(import.meta.dirname, '../..');

/** The most memory for the objects of the pages process, in megabytes. */
const heapMegabytes = 256;
/** Most objects of a page end with it: a small space for new ones keeps little memory after a flood, and costs no time. */
const newSpaceMegabytes = 4;
/** Has the C library return what is freed: it would keep the memory in which passwords were hashed. */
const returningMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
/** After a process that never listened, the next one waits: longer each time, in milliseconds. */
const shortestPauseMs = 250;
const longestPauseMs = 10_000;
/** How long the process has to stop, in milliseconds: its requests have ended. Until it listens, none. */
const stopWithinMs = 200;

/** The settings that name files, for a process with another working directory. What the file of settings says has been read. */
const withoutRelativePaths = () => ({
  DATABASE_URL: `file:${resolve(settings().databaseFile)}`,
  SETTINGS_FILE: '',
});

/** The pages process of this server, one at a time. */
export interface PagesSupervisor {
  /** Resolves when the first process listens. @throws Refusal if it ends before that: it has said why */
  readonly started: Promise<void>;
  /** Stops the process; call it when no more requests are handed over. */
  stop(): Promise<void>;
}

/**
 * Starts the pages process, once per server, and replaces it at once when it dies. Its limits are settled here, like those
 * of a worker.
 */
export function startPages(
  address: PagesAddress,
  settlements: Settlements,
  reports: Reports,
  node: NodeFollower | undefined,
): PagesSupervisor {
  const started = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  let isListening = false;
  let restart: NodeJS.Timeout | undefined;
  let hasListened = false;
  let pauseMs = 0;
  let isStopping = false;

  function receive(message: Exclude<FromPages, Measured>, from: ChildProcess): void {
    if (message.kind === 'settle') {
      send(from, { kind: 'settled', answer: settlements.answer(message.request) });
      return;
    }
    if (message.kind === 'damage') {
      announceDamage(message.found);
      return;
    }
    const state = node?.last();
    if (state !== undefined) send(from, { kind: 'node', state });
    hasListened = true;
    pauseMs = 0;
    started.resolve();
  }

  function start(): void {
    // what a killed process left would keep the next one from listening
    rmSync(address.socketPath, { force: true });
    const current = fork(join(release, 'pages.ts'), hasListened ? ['replacement'] : [], {
      // Next reads its build and its files from the working directory; that of this process may be of another release
      cwd: release,
      env: {
        ...environmentForChildren(),
        ...withoutRelativePaths(),
        ...returningMemory,
        ...pagesVariable(address),
        NODE_ENV: process.env.NODE_ENV,
      },
      execArgv: [
        ...process.execArgv,
        `--max-old-space-size=${heapMegabytes}`,
        `--max-semi-space-size=${newSpaceMegabytes}`,
      ],
      stdio: ['inherit', 'inherit', 'inherit', lifelineDescriptor, 'ipc'],
    });
    child = current;
    isListening = false;
    let reporter: Reporter | undefined;
    void endedWithMessages(current).then(() => reporter?.end());
    current.on('message', (message: FromPages) => {
      isListening ||= message.kind === 'listening';
      if (isListening) reporter ??= reports.add('pages', () => send(current, { kind: 'measure' }));
      if (message.kind === 'measured') reporter?.receive(message.report);
      else receive(message, current);
    });
    // the process could not be started, or a message could not be sent
    current.on('error', (fault) => log().error({ event: 'pages process', fault: fault.message }));
    current.once('exit', (status, signal) => {
      child = undefined;
      if (isStopping) return;
      if (!hasListened) return started.reject(new Refusal({ code: 'pages-not-started' }));
      metrics()?.died('pages');
      log().error({ event: 'pages process died', pages: current.pid, status, signal });
      restart = setTimeout(start, pauseMs);
      if (!isListening) pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, 2 * pauseMs));
    });
  }

  node?.onReport((state) => {
    if (child !== undefined && isListening) send(child, { kind: 'node', state });
  });
  start();
  return {
    started: started.promise,
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      if (child === undefined) return;
      const ending = child;
      const gone = endedWithMessages(ending);
      send(ending, { kind: 'stop' });
      const kill = setTimeout(() => ending.kill('SIGKILL'), isListening ? stopWithinMs : 0);
      await gone;
      clearTimeout(kill);
    },
  };
}

function send(child: ChildProcess, message: ToPages): void {
  // without a callback, a message to a process that has just ended would be an error that ends this one
  if (child.connected) child.send(message, () => undefined);
}
