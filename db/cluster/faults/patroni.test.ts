import { onTestFinished, test } from 'vitest';
import { testNodes } from '#db/cluster/nodes.fixture.ts';
import { patroniPrograms, startPatroni } from '#tests/support/cluster/patroni.ts';
import { tries } from '#tests/support/long.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { startWrites } from './steady-writes.fixture.ts';

/** How often the leader is killed: only in `npm run test:long`, because Patroni and etcd have to be installed. */
const kills = tries(0, 3);
const programs = kills === 0 ? undefined : patroniPrograms();

test.skipIf(programs === undefined)(
  'Patroni promotes a standby, writes are back, and nothing confirmed is lost',
  { timeout: 900_000 },
  async () => {
    if (programs === undefined) return;
    const patroni = await startPatroni(programs);
    onTestFinished(() => patroni.remove());
    const writes = startWrites(await testNodes(patroni.url, 3));
    for (let kill = 0; kill < kills; kill++) {
      const before = writes.confirmed();
      await waitUntil('writes', () => writes.confirmed() > before + 20);
      const killedAt = performance.now();
      await patroni.killLeader();
      const stopped = writes.confirmed();
      await waitUntil('writes after the fail-over', () => writes.confirmed() > stopped + 5);
      const backMs = performance.now() - killedAt;
      console.info(`Writes were back ${(backMs / 1000).toFixed(1)} s after the leader was killed.`);
      await patroni.restart();
    }
    await writes.stopAndCompare();
  },
);
