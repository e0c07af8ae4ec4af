import { settings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { hasLimits, limits } from '#server/access/limits.ts';
import { nodeAgeMs, nodeState } from '#server/cluster/node-state.ts';
import { overload } from '#server/http/turn.ts';
import { openQueues } from '#server/pages/page-queue.ts';
import { databaseFiles, isDamaged, isUnready } from '#server/process/faults.ts';
import { addEventLoop, addProcess, type ProcessKind, processKinds } from './process-metrics.ts';
import { addGauge, Counter, Registry, type Report, single } from './prom-client.ts';
import { RequestMetrics } from './request-metrics.ts';

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

/** A gauge without labels: of several processes the worst. */
const alone = { labels: [], together: 'max' } as const;

/** Adds how far this node of a cluster has followed the log, as this process knows; nothing outside of a cluster. */
function addNodeMetrics(registry: InstanceType<typeof Registry>): void {
  addGauge(
    registry,
    {
      name: 'watea_node_age_seconds',
      help: 'How old the state of this node may be; of several processes the oldest.',
      ...alone,
    },
    () => {
      const ageMs = nodeAgeMs();
      return single(ageMs === undefined ? undefined : ageMs / 1000);
    },
  );
  addGauge(
    registry,
    { name: 'watea_node_disconnected', help: '1 while this node cannot reach PostgreSQL.', ...alone },
    () => {
      const state = nodeState();
      return single(state && Number(!state.isConnected));
    },
  );
  addGauge(
    registry,
    { name: 'watea_node_unprotected', help: '1 while PostgreSQL has no standby that commits wait for.', ...alone },
    () => {
      const state = nodeState();
      return single(state?.isSynchronous === undefined ? undefined : Number(!state.isSynchronous));
    },
  );
  addGauge(
    registry,
    { name: 'watea_node_entry', help: 'The last entry of the log that this node has applied.', ...alone },
    () => single(nodeState()?.sequence),
  );
  addGauge(registry, { name: 'watea_node_behind', help: 'Entries of the log that this node lacks.', ...alone }, () =>
    single(nodeState()?.behind),
  );
}

const apis = ['registry', 'broadband'] as const;

/** Adds what is known in a process that answers requests: its limiter, its queues, and what keeps it from answering. */
function addServingMetrics(registry: InstanceType<typeof Registry>): void {
  const limiters = () => (hasLimits() ? limits().state() : []);
  addGauge(
    registry,
    {
      name: 'watea_limiter_subjects',
      help: 'Callers that the limiter knows, by limiter; of several processes the most.',
      labels: ['limiter'],
      together: 'max',
    },
    () => limiters().map(({ limiter, subjects }) => [{ limiter }, subjects]),
  );
  addGauge(
    registry,
    {
      name: 'watea_limiter_alone',
      help: '1 while a process counts requests without the primary, by limiter.',
      labels: ['limiter'],
      together: 'max',
    },
    () => limiters().map(({ limiter, isAlone }) => [{ limiter }, Number(isAlone)]),
  );
  const byQueue = { labels: ['queue'], together: 'sum' } as const;
  addGauge(registry, { name: 'watea_pages_waiting', help: 'Requests for pages that wait, by queue.', ...byQueue }, () =>
    [...openQueues()].map(([queue, { waiting }]) => [{ queue }, waiting]),
  );
  addGauge(
    registry,
    { name: 'watea_pages_in_work', help: 'Requests that the pages process works on, by queue.', ...byQueue },
    () => [...openQueues()].map(([queue, { running }]) => [{ queue }, running]),
  );
  addGauge(
    registry,
    { name: 'watea_overloaded', help: 'Processes that are overloaded.', labels: [], together: 'sum' },
    () => single(Number(overload().isOverloaded(performance.now()))),
  );
  addGauge(
    registry,
    {
      name: 'watea_damaged',
      help: '1 while a process does not answer an API because it has met damage, by API.',
      labels: ['api'],
      together: 'max',
    },
    () => apis.map((api) => [{ api }, Number(isDamaged(api))]),
  );
  addGauge(
    registry,
    {
      name: 'watea_database_files_changed',
      help: '1 while somebody has removed or replaced the files of the database.',
      labels: [],
      together: 'max',
    },
    () => single(Number(isUnready(databaseFiles))),
  );
}
