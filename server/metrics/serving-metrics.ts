import { hasLimits, limits } from '#server/access/limits.ts';
import { overload } from '#server/http/overload.ts';
import { openQueues } from '#server/pages/page-queue.ts';
import { databaseFiles, isDamaged, isUnready } from '#server/process/faults.ts';
import { addGauge, single } from './gauge.ts';
import type { Registry } from './prom-client.ts';

const apis = ['registry', 'broadband'] as const;

/** Adds what is known in a process that answers requests: its limiter, its queues, and what keeps it from answering. */
export function addServingMetrics(registry: InstanceType<typeof Registry>): void {
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
