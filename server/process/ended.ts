import type { ChildProcess } from 'node:child_process';

/** Resolves when a process has exited and all its messages have arrived, which may be later. */
export function endedWithMessages(child: ChildProcess): Promise<unknown> {
  const events = child.connected ? ['exit', 'disconnect'] : ['exit'];
  return Promise.all(events.map((event) => new Promise((resolve) => child.once(event, resolve))));
}
