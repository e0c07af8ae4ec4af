import { nodeAgeMs, nodeState } from '#server/cluster/node-state.ts';
import { addGauge, single } from './gauge.ts';
import type { Registry } from './prom-client.ts';

/** A gauge without labels: of several processes the worst. */
const alone = { labels: [], together: 'max' } as const;

/** Adds how far this node of a cluster has followed the log, as this process knows; nothing outside of a cluster. */
export function addNodeMetrics(registry: InstanceType<typeof Registry>): void {
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
