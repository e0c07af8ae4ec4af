import { settings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { addNodeMetrics } from './node-metrics.ts';
import { addEventLoop, addProcess, type ProcessKind, processKinds } from './process-metrics.ts';
import { Counter, Registry, type Report } from './prom-client.ts';
import { RequestMetrics } from './request-metrics.ts';
import { addServingMetrics } from './serving-metrics.ts';

/** What one process measures. */
export class Metrics {
  readonly #registry = new Registry();
  readonly requests = new RequestMetrics(this.#registry);
  readonly #deaths = this.#byProcess('watea_process_deaths_total', 'Processes that ended by themselves, by kind.');
  readonly #silent = this.#byProcess(
    'watea_scrape_unanswered_total',
    'Processes that did not report within a second when they were asked for metrics, by kind.',
  );

  constructor(process: ProcessKind) {
    addProcess(this.#registry, process);
    addEventLoop(this.#registry, process);
    addServingMetrics(this.#registry);
    if (settings().cluster !== undefined) addNodeMetrics(this.#registry);
  }

  /** Counts a process that ended by itself. */
  died(process: ProcessKind): void {
    this.#deaths.inc({ process });
  }

  /** Counts a process that did not answer in time. */
  wasSilent(process: ProcessKind): void {
    this.#silent.inc({ process });
  }

  report(): Promise<Report> {
    return this.#registry.getMetricsAsJSON();
  }

  #byProcess(name: string, help: string) {
    const counter = new Counter({ name, help, labelNames: ['process'], registers: [this.#registry] });
    for (const process of processKinds) counter.inc({ process }, 0);
    return counter;
  }
}

/** Starts to measure, if the metrics are served (`METRICS_PORT`, `METRICS_ALLOW`). */
export function setUpMetrics(process: ProcessKind): void {
  if (settings().metrics.isServed) setProcessWide('metrics', new Metrics(process));
}
