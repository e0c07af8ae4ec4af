import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { inheritedDescriptors } from './acceptor.ts';

/**
 * One end of a socket whose other end the first process holds. The processes that answer for a primary inherit it: they
 * outlive a primary that dies, and answer until the first process cuts the line because another primary serves, or ends.
 * The first process in turn sees by its end when all of them are gone.
 */
export const lifelineDescriptor = 3;

/** What a process that answers inherits after its standard streams: the lifeline, and the port if it accepts connections. */
export const answeringDescriptors = [lifelineDescriptor, ...inheritedDescriptors] as const;

/** Resolves when the first process has cut the line or is gone. The line does not keep this process from ending. */
export function lifelineCut(): Promise<void> {
  const line = new Socket({ fd: lifelineDescriptor, allowHalfOpen: true });
  const cut = Promise.withResolvers<void>();
  line.on('end', cut.resolve).on('error', () => cut.resolve());
  line.resume().unref();
  return cut.promise;
}

/** Resolves when a process has exited and all its messages have arrived, which may be later. */
export function endedWithMessages(child: ChildProcess): Promise<unknown> {
  const events = child.connected ? ['exit', 'disconnect'] : ['exit'];
  return Promise.all(events.map((event) => new Promise((resolve) => child.once(event, resolve))));
}

/** Leaves signals to the first process: a terminal or a service manager sends them to all processes of the server. */
export function leaveSignalsToFirst(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

/** A process that lived at least this long did not fail because it cannot run; in milliseconds. */
const livedLongMs = 10_000;
const shortestMs = 100;
const longestMs = 30_000;

/** The pauses before a process that died is started again: short, but longer each time while it keeps dying quickly. */
export class RestartPause {
  #ms = shortestMs;
  #startedAt = performance.now();

  /** To be called at each start. */
  started(): void {
    this.#startedAt = performance.now();
  }

  /** The pause after a death, in milliseconds. */
  next(): number {
    if (performance.now() - this.#startedAt >= livedLongMs) this.#ms = shortestMs;
    const pause = this.#ms;
    this.#ms = Math.min(longestMs, pause * 2);
    return pause;
  }
}
