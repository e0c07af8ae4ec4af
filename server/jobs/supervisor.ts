import { type ChildProcess, fork } from 'node:child_process';
import { connections } from '#db/client.ts';
import { processesToEnd, queuesWithoutProcess } from '#db/jobs/queue.ts';
import { environmentForChildren } from '#lib/env.ts';
import { nodeState } from '#server/cluster/node-state.ts';
import { metrics } from '#server/metrics/current.ts';
import type { Reporter, Reports } from '#server/metrics/reports.ts';
import { endedWithMessages } from '#server/process/lifeline.ts';
import { log } from '#server/process/log.ts';
import type { Measure, Measured } from '#server/process/messages.ts';

/** How often the queues are checked, in milliseconds: people wait for it. A check takes some 20 µs. */
const checkEveryMs = 100;
/** After a process failed, its queue pauses; longer each time, in milliseconds. */
const shortestPauseMs = 1000;
const longestPauseMs = 60_000;
/** How long a process has to requeue its job when the server stops; a little longer than it gives the job itself. */
const stopWithinMs = 7000;
/** The most memory for the objects of a process; file contents and geometry are outside of it. */
const heapMegabytes = 512;
/** Node's own space for new objects: the process of the APIs, which starts these, has less. */
const newSpaceMegabytes = 16;

/** Runs the jobs: one process at a time for each queue, with a lower priority than the APIs. */
export interface JobSupervisor {
  stop(): Promise<void>;
}

/** Starts the supervisor, once per server, in its primary. It only reads: the processes it starts write. */
export function startJobSupervisor(reports: Reports): JobSupervisor {
  const running = new Map<string, ChildProcess>();
  const pauses = new Map<string, { readonly until: number; readonly forMs: number }>();

  const check = () => {
    const { reader } = connections();
    // the next process removes what was written; that one must live, though it too may be slow to claim the job
    const toEnd = new Set(processesToEnd(reader));
    for (const child of running.values()) if (child.pid !== undefined && toEnd.has(child.pid)) child.kill('SIGKILL');
    for (const queue of queuesWithoutProcess(reader, lostNodes())) {
      if (!running.has(queue) && performance.now() >= (pauses.get(queue)?.until ?? 0)) start(queue);
    }
  };

  function start(queue: string): void {
    const child = fork(new URL('./process.ts', import.meta.url), [queue, ...lostNodes()], {
      env: { ...environmentForChildren(), NODE_ENV: process.env.NODE_ENV },
      execArgv: [
        ...process.execArgv,
        `--max-old-space-size=${heapMegabytes}`,
        `--max-semi-space-size=${newSpaceMegabytes}`,
      ],
    });
    running.set(queue, child);
    let reporter: Reporter | undefined;
    child.on('message', ({ report }: Measured) => {
      // from its first report on it answers
      reporter ??= reports.add('job', () => send(child, { kind: 'measure' }));
      reporter.receive(report);
    });
    void endedWithMessages(child).then(() => reporter?.end());
    child.once('exit', (status, signal) => {
      running.delete(queue);
      // a cancelled job that did not react was ended here
      if (status === 0 || child.killed) {
        pauses.delete(queue);
        return;
      }
      metrics()?.died('job');
      log().error({ event: 'job process failed', queue, status, signal });
      const forMs = Math.min(longestPauseMs, 2 * (pauses.get(queue)?.forMs ?? shortestPauseMs / 2));
      pauses.set(queue, { until: performance.now() + forMs, forMs });
    });
  }

  const timer = setInterval(check, checkEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      const children = [...running.values()];
      const exits = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of children) child.kill('SIGTERM');
      const killing = setTimeout(() => {
        for (const child of children) child.kill('SIGKILL');
      }, stopWithinMs);
      await Promise.all(exits);
      clearTimeout(killing);
    },
  };
}

/** The nodes of the cluster whose work others may take over. */
const lostNodes = () => nodeState()?.lostNodes ?? [];

function send(child: ChildProcess, message: Measure): void {
  // without a callback, a message to a process that has just ended would be an error that ends this one
  if (child.connected) child.send(message, () => undefined);
}
