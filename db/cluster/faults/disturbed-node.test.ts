import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  addRegistrar,
  codeOf,
  expectAlike,
  patiently,
  primaryOf,
  registrarsOf,
  schemaOf,
  type TestNode,
  testNodesAt,
} from '#db/cluster/nodes.fixture.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { canMount, mountSmallDisk } from '#tests/support/files/small-disk.ts';
import { tries } from '#tests/support/long.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { cuttingProxy } from './cutting-proxy.fixture.ts';

describe.skipIf(!hasPostgres)('a disturbed node has what the others have once it is over', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  /** Three nodes, the first of them behind a proxy. */
  async function nodesBehindProxy(silenceMs?: number) {
    const urls = await schemaOf(postgres.url);
    const proxy = await cuttingProxy(primaryOf(urls, postgres));
    const nodes = (await testNodesAt([proxy.url, urls, urls], silenceMs === undefined ? {} : { silenceMs })) as [
      TestNode,
      TestNode,
      TestNode,
    ];
    return { proxy, nodes };
  }

  test('whose network takes 200 ms for the way there and back: it follows and writes, and so do the others', async () => {
    const { proxy, nodes } = await nodesBehindProxy();
    const [slow, ...others] = nodes;
    await addRegistrar(slow, 'before');
    proxy.delay(100);
    const names = ['before'];
    const write = async (node: TestNode, who: string) => {
      for (let count = 0; count < 3; count++) {
        await addRegistrar(node, `${who} ${count}`);
        names.push(`${who} ${count}`);
      }
    };
    await Promise.all([write(slow, 'slow'), ...others.map((node, at) => write(node, `other ${at}`))]);
    await expectAlike(nodes);
    expect(registrarsOf(slow).toSorted()).toEqual(names.toSorted());
  });

  test('which is cut off: it answers from its older state, refuses changes, and catches up', async () => {
    const { proxy, nodes } = await nodesBehindProxy(600);
    const [cutOff, other] = nodes;
    await patiently(() => addRegistrar(cutOff, 'before'));
    proxy.block(true);
    for (let count = 0; count < 40; count++) await patiently(() => addRegistrar(other, `meanwhile ${count}`));
    await waitUntil('the node to know', () => !cutOff.follower.state().connected);
    await sleep(tries(0, 60_000));
    await waitUntil('its age to grow', () => cutOff.follower.state().staleMs > 500);
    expect(await codeOf(addRegistrar(cutOff, 'refused'))).toBe('cluster-away');
    expect(registrarsOf(cutOff)).toEqual(['before']);
    proxy.block(false);
    await expectAlike(nodes);
    await patiently(() => addRegistrar(cutOff, 'after'));
    await expectAlike(nodes);
    expect(registrarsOf(cutOff)).toHaveLength(42);
    expect(registrarsOf(cutOff)).not.toContain('refused');
  });

  test.skipIf(!canMount)('whose disk is full: it refuses changes, hinders nobody, and catches up', async () => {
    const disk = mountSmallDisk(24);
    onTestFinished(() => disk.remove());
    const urls = await schemaOf(postgres.url);
    const nodes = (await testNodesAt([urls, urls, urls], { folders: [disk.path] })) as [TestNode, TestNode, TestNode];
    const [full, other] = nodes;
    await addRegistrar(full, 'before');
    disk.fill();
    const names = Array.from({ length: 100 }, (_, at) => `meanwhile ${at} ${'x'.repeat(500)}`);
    for (const name of names) await addRegistrar(other, name);
    await waitUntil('the node to fall behind', () => full.follower.state().staleMs > 2000);
    expect(await codeOf(addRegistrar(full, 'refused'))).toBe('disk-full');
    expect(await codeOf(addRegistrar(other, 'at the same time'))).toBe('done');
    disk.free();
    await expectAlike(nodes);
    await addRegistrar(full, 'after');
    await expectAlike(nodes);
    expect(registrarsOf(full)).toEqual(['before', ...names, 'at the same time', 'after']);
  });
});
