import { getProcessWide } from '#lib/process-wide.ts';
import type { Metrics } from './metrics.ts';
import type { Report } from './prom-client.ts';

// loads nothing of prom-client: handlers are in Next's bundle too

/** What this process measures; undefined unless the metrics are served. */
export function metrics(): Metrics | undefined {
  return getProcessWide<Metrics>('metrics');
}

/** The report of this process. */
export async function ownReport(): Promise<Report> {
  return (await metrics()?.report()) ?? [];
}
