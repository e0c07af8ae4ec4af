import type { Caller } from '#lib/access/caller.ts';
import type { RefusalReason, UsageApi } from '#lib/usage/batch.ts';
import { refusalReasonOf } from '#lib/usage/counter.ts';
import { Counter, Histogram, type Registry } from './prom-client.ts';

/** What a request was for: one of the APIs, or the site with its pages, tiles and files. */
type Served = UsageApi | 'site';
const served: readonly Served[] = ['registry', 'broadband', 'site'];
/** Statuses that are reported before their first answer, so that no rate misses it. */
const usualStatuses = [200, 500, 503];
/** Why requests are refused. */
const reasons: Readonly<Record<Served, readonly (RefusalReason | 'limit' | 'scope')[]>> = {
  registry: ['not allowed', 'proxy in front', 'address unknown', 'limit'],
  broadband: ['no valid key', 'scope', 'limit'],
  site: ['limit'],
};

/** A request that has ended. `status` 0: its caller left before the answer. */
export interface EndedRequest {
  readonly api: UsageApi | undefined;
  readonly status: number;
  /** From the head of the request to the end of the answer. */
  readonly ms: number;
  readonly caller: Caller;
  /** Whether it was refused because the process is overloaded (B11). */
  readonly isShed: boolean;
}

interface Observer {
  observe(value: number): void;
}

/**
 * Counts requests when they end. Labels are few and fixed; what a caller sends never becomes one (B8). A request takes
 * 0.3 µs.
 */
export class RequestMetrics {
  readonly #durations;
  readonly #observers: Readonly<Record<Served, (Observer | undefined)[]>> = { registry: [], broadband: [], site: [] };
  readonly #refused;
  readonly #shed;
  readonly #lookups;

  constructor(registry: InstanceType<typeof Registry>) {
    const registers = [registry];
    this.#durations = new Histogram({
      name: 'watea_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer, by API and status; status 0: the caller left.',
      labelNames: ['api', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    });
    this.#refused = new Counter({
      name: 'watea_refused_requests_total',
      help: 'Requests that were refused with 401, 403 or 429, by API and reason.',
      labelNames: ['api', 'reason'],
      registers,
    });
    const shed = new Counter({
      name: 'watea_shed_requests_total',
      help: 'Requests that were refused because a process was overloaded, by API.',
      labelNames: ['api'],
      registers,
    });
    const lookups = new Counter({
      name: 'watea_lookups_total',
      help: 'Names and points that were looked up, by API.',
      labelNames: ['api'],
      registers,
    });
    this.#lookups = { registry: lookups.labels('registry'), broadband: lookups.labels('broadband') };
    this.#shed = { registry: shed.labels('registry'), broadband: shed.labels('broadband'), site: shed.labels('site') };
    for (const api of served) {
      for (const status of usualStatuses) this.#durations.zero({ api, status: String(status) });
      for (const reason of reasons[api]) this.#refused.inc({ api, reason }, 0);
      this.#shed[api].inc(0);
    }
    for (const of of Object.values(this.#lookups)) of.inc(0);
  }

  end({ api, status, ms, caller, isShed }: EndedRequest): void {
    const of: Served = api ?? 'site';
    const observers = this.#observers[of];
    let observer = observers[status];
    if (observer === undefined) {
      observer = this.#durations.labels(of, String(status));
      observers[status] = observer;
    }
    observer.observe(ms / 1000);
    if (isShed) this.#shed[of].inc();
    else if (status === 429) this.#refused.inc({ api: of, reason: 'limit' });
    else if (api === 'broadband' && status === 403) this.#refused.inc({ api, reason: 'scope' });
    else if (api !== undefined && (status === 401 || status === 403))
      this.#refused.inc({ api, reason: refusalReasonOf(api, caller) });
  }

  /** Counts names or points that were looked up. */
  lookUp(api: UsageApi, count: number): void {
    this.#lookups[api].inc(count);
  }
}
