import { type ChildProcess, fork } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { inheritedDescriptors } from './acceptor.ts';
import { bindPort, checkMetricsPort } from './bind-port.ts';
import { lifelineDescriptor, RestartPause } from './lifeline.ts';
import { flushLog, log } from './log.ts';
import type { FromFirst, ToFirst } from './messages.ts';
import { environmentForPrimary } from './role.ts';

const serverFile = `${import.meta.dirname}/../../server.ts`;
/** What answers a request ends with it: a small space for new objects keeps little memory after a flood, at the same speed. */
const newSpaceMegabytes = 8;
/** How long a stopping primary has until it is killed, in milliseconds: more than the ten seconds that it gives itself. */
const stopWithinMs = 12_000;
/** How long a successor has until it could serve, and how long a primary has to hand over, in milliseconds. */
const prepareWithinMs = 120_000;
const retireWithinMs = 10_000;

type Ended = Readonly<{ status: number | null; signal: NodeJS.Signals | null }>;

/** A primary that this process has started. */
interface Primary {
  readonly child: ChildProcess;
  /** Whether it could serve. */
  isPrepared: boolean;
  readonly send: (message: FromFirst) => void;
  /** Resolves at its next message of this kind; never, if it ends before. */
  readonly next: (kind: ToFirst['kind']) => Promise<ToFirst>;
  readonly ended: Promise<Ended>;
  /** Ended for the processes that still answer for it after its death; closed when they are gone. */
  readonly lifeline: Duplex;
}

/**
 * Keeps the process id and the bound port, and a primary running that accepts connections from it. SIGTERM and SIGINT
 * end everything; SIGHUP replaces the primary by one with the code and the build that are on the disk now. Connections
 * wait in the queue of the socket while nobody accepts them. The workers of a primary that dies accept and answer until
 * another serves.
 *
 * @throws SettingError for settings that cannot be used, and for a port that cannot be had
 */
export async function runFirstProcess(): Promise<void> {
  const port = await bindPort();
  await checkMetricsPort();
  const pause = new RestartPause();
  const draining = new Set<Primary>();
  /** Those that died, and whose workers still answer. */
  const dead = new Set<Primary>();
  let current: Primary | undefined;
  let successor: Primary | undefined;
  let hasServed = false;
  /** Whether the pages have answered too. */
  let isComplete = false;
  let isStopping = false;
  let isReloading = false;
  let isReloadWanted = false;
  /** The clock of the first primary, and of all after it. */
  let clockOffsetMs: number | undefined;

  /** Starts the first primary, or another in the place of one that died. */
  async function start(): Promise<void> {
    pause.started();
    const primary = startPrimary('primary', port.descriptor, clockOffsetMs);
    current = primary;
    void primary.ended.then((ended) => replace(primary, ended));
    void primary.next('migrates').then(async () => {
      await orphansEnded();
      primary.send({ kind: 'alone' });
    });
    void primary.next('serving').then((message) => {
      if (message.kind === 'serving' && !hasServed) process.stdout.write(message.words);
      hasServed = true;
      endOrphans();
    });
    void primary.next('complete').then((message) => {
      if (message.kind === 'complete' && !isComplete) process.stdout.write(message.words);
      isComplete = true;
    });
    const prepared = await primary.next('prepared');
    if (prepared.kind === 'prepared') clockOffsetMs = prepared.clockOffsetMs;
    primary.send({ kind: 'serve', hasCounts: false });
  }

  function replace(primary: Primary, { status, signal }: Ended): void {
    draining.delete(primary);
    if (isStopping || primary !== current) return void primary.lifeline.end();
    current = undefined;
    dead.add(primary);
    primary.lifeline.once('close', () => dead.delete(primary));
    // it has said why, and the next would say the same
    if (!hasServed) end(status ?? 1);
    log().error({ event: 'primary died', primary: primary.child.pid, status, signal });
    setTimeout(() => isStopping || current !== undefined || void start(), pause.next());
  }

  /** Lets the workers of dead primaries finish what they have accepted, and end. */
  function endOrphans(): void {
    for (const { lifeline } of dead) lifeline.end();
  }

  /** The same. Resolves when they have ended, or have had the time for it. */
  async function orphansEnded(): Promise<void> {
    const ended = Promise.all(
      [...dead].map(({ lifeline }) => new Promise((resolve) => lifeline.once('close', resolve))),
    );
    endOrphans();
    await Promise.race([ended, after(stopWithinMs, undefined)]);
  }

  async function reload(): Promise<void> {
    if (isStopping) return;
    isReloadWanted = true;
    if (isReloading || !hasServed) return;
    isReloadWanted = false;
    isReloading = true;
    const next = startPrimary('successor', port.descriptor, clockOffsetMs);
    successor = next;
    void next.ended.then(() => next !== current && next.lifeline.end());
    const isPrepared = await Promise.race([
      next.next('prepared').then(() => true),
      next.ended.then(() => false),
      after(prepareWithinMs, false),
    ]);
    if (isPrepared && !isStopping) await takeOver(next);
    else if (!isStopping) {
      next.child.kill('SIGKILL');
      log().error({ event: 'reload refused', primary: current?.child.pid });
    }
    successor = undefined;
    isReloading = false;
    if (isReloadWanted) void reload();
  }

  /** Lets the current primary hand over to a successor that could serve. */
  async function takeOver(next: Primary): Promise<void> {
    const before = current;
    let hasCounts = false;
    if (before !== undefined) {
      before.child.on('message', (message: ToFirst) => {
        if (message.kind === 'spent' || message.kind === 'counted') next.send(message);
      });
      const retired = before.next('retired').then(() => true);
      before.send({ kind: 'retire' });
      hasCounts = await Promise.race([retired, before.ended.then(() => false), after(retireWithinMs, false)]);
      draining.add(before);
      // its counts would be added to those that the successor reads from the database
      if (!hasCounts) before.child.kill('SIGKILL');
    }
    pause.started();
    current = next;
    successor = undefined;
    const serving = next.next('serving');
    void next.ended.then((ended) => replace(next, ended));
    next.send({ kind: 'serve', hasCounts });
    void serving.then(endOrphans);
    await Promise.race([serving, next.ended]);
    log().info({ event: 'reloaded', primary: next.child.pid, before: before?.child.pid });
  }

  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    port.close();
    successor?.child.kill('SIGKILL');
    const withoutOrphans = orphansEnded();
    const primaries = [...draining, ...(current === undefined ? [] : [current])];
    for (const primary of primaries) {
      if (primary.isPrepared) primary.send({ kind: 'stop' });
      else primary.child.kill('SIGKILL');
    }
    const kill = setTimeout(() => {
      for (const { child } of primaries) child.kill('SIGKILL');
    }, stopWithinMs);
    const ended = await Promise.all(primaries.map((primary) => primary.ended));
    await withoutOrphans;
    clearTimeout(kill);
    end(ended.every(({ status }, at) => status === 0 || !primaries[at]?.isPrepared) ? 0 : 1);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  process.on('SIGHUP', () => void reload());
  await start();
}

function startPrimary(role: 'primary' | 'successor', descriptor: number, clockOffsetMs: number | undefined): Primary {
  const child = fork(serverFile, [], {
    env: environmentForPrimary(role, clockOffsetMs),
    execArgv: [...process.execArgv, `--max-semi-space-size=${newSpaceMegabytes}`],
    stdio: ['inherit', 'inherit', 'inherit', 'pipe', ...inheritedDescriptors.map(() => descriptor), 'ipc'],
  });
  const lifeline = child.stdio[lifelineDescriptor] as Duplex;
  // it is ended and closed like any other if the primary is killed while something is under way
  lifeline.on('error', () => undefined).resume();
  const primary: Primary = {
    child,
    lifeline,
    isPrepared: false,
    send(message) {
      // without a callback, a message to a process that has just ended would be an error that ends this one
      if (child.connected) child.send(message, () => undefined);
    },
    next: (kind) =>
      new Promise((resolve) => {
        child.on('message', (message: ToFirst) => {
          if (message.kind === kind) resolve(message);
        });
      }),
    ended: new Promise((resolve) => child.once('exit', (status, signal) => resolve({ status, signal }))),
  };
  void primary.next('prepared').then(() => {
    primary.isPrepared = true;
  });
  return primary;
}

function end(status: number): never {
  flushLog();
  process.exit(status);
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value).unref());
}
