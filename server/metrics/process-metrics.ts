import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { addGauge, Counter, type Registry } from './prom-client.ts';

/** The kinds of process, and of thread, that report metrics. */
export const processKinds = ['primary', 'worker', 'pages', 'background', 'job'] as const;
export type ProcessKind = (typeof processKinds)[number];

/** How often the event loop is looked at, in milliseconds: more often takes more processor time. */
const lookEveryMs = 50;

/** Adds what a process, or a thread, is busy with. */
export function addEventLoop(registry: InstanceType<typeof Registry>, process: ProcessKind): void {
  const delay = monitorEventLoopDelay({ resolution: lookEveryMs });
  delay.enable();
  const secondsOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - lookEveryMs) / 1000;
  addGauge(
    registry,
    {
      name: 'watea_event_loop_delay_seconds',
      help: 'The longest time since the last scrape for which an event loop did nothing else, by kind of process.',
      labels: ['process'],
      together: 'max',
    },
    () => {
      const longest = delay.count === 0 ? 0 : secondsOf(delay.max);
      delay.reset();
      return [[{ process }, longest]];
    },
  );
  // the first reading is of all the time before it
  let before: ReturnType<typeof performance.eventLoopUtilization> | undefined;
  addGauge(
    registry,
    {
      name: 'watea_event_loop_utilization',
      help: 'The share of time since the last scrape in which an event loop was busy, by kind of process; of several the busiest.',
      labels: ['process'],
      together: 'max',
    },
    () => {
      const { utilization } = performance.eventLoopUtilization(before);
      before = performance.eventLoopUtilization();
      return [[{ process }, utilization]];
    },
  );
}

/** Adds what a process uses of the machine, its threads included. */
export function addProcess(registry: InstanceType<typeof Registry>, kind: ProcessKind): void {
  let counted = 0;
  new Counter({
    name: 'watea_process_cpu_seconds_total',
    help: 'Processor time of processes, by kind.',
    labelNames: ['process'],
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.inc({ process: kind }, (user + system - counted) / 1e6);
      counted = user + system;
    },
  });
  const perProcess = { labels: ['process'], together: 'sum' } as const;
  addGauge(
    registry,
    { name: 'watea_process_resident_memory_bytes', help: 'Memory of processes, by kind.', ...perProcess },
    () => [[{ process: kind }, process.memoryUsage.rss()]],
  );
  addGauge(registry, { name: 'watea_processes', help: 'Processes that answered, by kind.', ...perProcess }, () => [
    [{ process: kind }, 1],
  ]);
}
