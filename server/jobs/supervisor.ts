import { type ChildProcess, fork } from 'node:child_process';
import { connections } from '#db/client.ts';
import { queuesWithoutProcess } from '#db/jobs/queue.ts';
import { environmentForChildren } from '#lib/env.ts';
import { log } from '#server/process/log.ts';

/** How often the queues are looked at, in milliseconds: a question of some 20 µs. */
const lookEveryMs = 500;
/** After a process that ended badly the queue rests; longer each time, in milliseconds. */
const leastRestMs = 1000;
const longestRestMs = 60_000;
/** How long a process has to put its work back when the server stops; a little more than it gives the work itself. */
const stopWithinMs = 7000;
/** What one process may hold of objects; file contents and geometry stand beside them. */
const heapMegabytes = 512;

/** Has the long work done that staff ask for: one process at a time for each queue, below the APIs in priority. */
export interface JobSupervisor {
  stop(): Promise<void>;
}

/** Starts the foreman; one per machine, in the first process. It only reads: the processes it starts write. */
export function startJobSupervisor(): JobSupervisor {
  const atWork = new Map<string, ChildProcess>();
  const resting = new Map<string, { readonly until: number; readonly forMs: number }>();

  const look = () => {
    for (const queue of queuesWithoutProcess(connections().reader)) {
      if (atWork.has(queue) || performance.now() < (resting.get(queue)?.until ?? 0)) continue;
      begin(queue);
    }
  };

  function begin(queue: string): void {
    const child = fork(new URL('./process.ts', import.meta.url), [queue], {
      env: { ...environmentForChildren(), NODE_ENV: process.env.NODE_ENV },
      execArgv: [...process.execArgv, `--max-old-space-size=${heapMegabytes}`],
    });
    atWork.set(queue, child);
    child.once('exit', (status, signal) => {
      atWork.delete(queue);
      if (status === 0) {
        resting.delete(queue);
        return;
      }
      log().error({ event: 'work process ended badly', queue, status, signal });
      const forMs = Math.min(longestRestMs, 2 * (resting.get(queue)?.forMs ?? leastRestMs / 2));
      resting.set(queue, { until: performance.now() + forMs, forMs });
    });
  }

  const timer = setInterval(look, lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      const children = [...atWork.values()];
      const gone = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of children) child.kill('SIGTERM');
      const cut = setTimeout(() => {
        for (const child of children) child.kill('SIGKILL');
      }, stopWithinMs);
      await Promise.all(gone);
      clearTimeout(cut);
    },
  };
}
