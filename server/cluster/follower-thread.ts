import { parentPort } from 'node:worker_threads';
import type { Cluster, Follower } from '#db/cluster/cluster.ts';
import { joinOwnCluster } from '#flows/cluster/join.ts';
import { monotonicNow } from '#lib/clock.ts';
import type { FollowerReport } from './follower.ts';

// The thread that applies what other nodes write. It does nothing else, so nothing keeps it waiting.

/** How often it reports, in milliseconds. */
const reportEveryMs = 250;

if (parentPort === null) throw new Error('This must run as a thread of the server.');
const port = parentPort;
const node = joinOwnCluster();
if (node === undefined) throw new Error('This server is no node of a cluster.');
const follower = node.follow();
const reporting = setInterval(() => port.postMessage(reportOf(node, follower)), reportEveryMs);

port.once('message', async () => {
  clearInterval(reporting);
  await follower.close();
  await node.close();
  port.close();
});

function reportOf(node: Cluster, follower: Follower): FollowerReport {
  const { connected, staleMs, sequence, behind, synchronous, lostNodes, stopped } = follower.state();
  const nowMs = monotonicNow();
  const clusterNowMs = node.nowMs();
  const state = {
    isConnected: connected,
    sequence,
    behind,
    isSynchronous: synchronous,
    lostNodes,
    currentAt: Number.isFinite(staleMs) ? nowMs - staleMs : undefined,
    clockAheadMs: clusterNowMs === undefined ? undefined : clusterNowMs - nowMs,
  };
  return { state, stopped };
}
