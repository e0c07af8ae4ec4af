import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Node } from '#db/cluster/node.ts';
import {
  addRegistrar as add,
  codeOf,
  expectAlike,
  registrarsOf as namesOf,
  patiently,
  primaryOf,
  schemaOf,
  type TestNode,
  testNodes,
  testNodesAt,
} from '#db/cluster/nodes.fixture.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { tries } from '#tests/support/long.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { cuttingProxy } from './cutting-proxy.fixture.ts';
import { startImport, startWrites } from './steady-writes.fixture.ts';

describe.skipIf(!hasPostgres)('a node whose connection to PostgreSQL breaks', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  /** @param silenceMs how long PostgreSQL may be silent before a change is refused */
  async function nodesBehindProxy(silenceMs = 30_000) {
    const urls = await schemaOf(postgres.url);
    const proxy = await cuttingProxy(primaryOf(urls, postgres));
    const nodes = await testNodesAt([proxy.url, urls], { silenceMs });
    return { proxy, nodes, first: nodes[0] as TestNode };
  }

  test.each([
    { at: 'the lock', message: 'FOR UPDATE', when: 'before', isWritten: true },
    { at: 'the entry', message: 'INSERT INTO watea_entry', when: 'before', isWritten: false },
    { at: 'the entry', message: 'INSERT INTO watea_entry', when: 'after', isWritten: false },
    { at: 'the commit', message: 'COMMIT\0', behind: 'INSERT INTO watea_entry', when: 'before', isWritten: false },
    { at: 'the commit', message: 'COMMIT\0', behind: 'INSERT INTO watea_entry', when: 'after', isWritten: true },
  ] as const)('$when $at: says of a write what is true of it', async ({ at: _, isWritten, ...cut }) => {
    const { proxy, nodes, first } = await nodesBehindProxy();
    await add(first, 'before');
    proxy.cutNext(cut);
    const outcome = await add(first, 'cut').then(
      () => 'confirmed',
      (fault) => fault.reason.code,
    );
    expect(outcome).toBe(isWritten ? 'confirmed' : 'cluster-away');
    expect(proxy.cuts).toBe(1);
    await add(first, 'after');
    await expectAlike(nodes);
    for (const node of nodes) expect(namesOf(node)).toEqual(['before', ...(isWritten ? ['cut'] : []), 'after']);
  });

  test('a write is refused while a server has stopped to answer, and nothing has changed', async () => {
    const { proxy, nodes, first } = await nodesBehindProxy(600);
    await patiently(() => add(first, 'before'));
    proxy.block(true);
    expect(await codeOf(add(first, 'refused'))).toBe('cluster-away');
    proxy.block(false);
    await patiently(() => add(first, 'after'));
    await expectAlike(nodes);
    expect(namesOf(first)).toEqual(['before', 'after']);
  });

  test('while the outcome of a write is looked up, others on the node are refused', async () => {
    const { proxy, nodes, first } = await nodesBehindProxy(600);
    await patiently(() => add(first, 'before'));
    proxy.cutNext({ message: 'COMMIT\0', behind: 'INSERT INTO watea_entry', when: 'after', thenBlock: true });
    let isKnown = false;
    const writing = add(first, 'unknown').finally(() => {
      isKnown = true;
    });
    await waitUntil('the cut', () => proxy.cuts === 1);
    expect(await codeOf(add(first, 'refused'))).toBe('cluster-away');
    expect(isKnown).toBe(false);
    proxy.block(false);
    await writing;
    await patiently(() => add(first, 'after'));
    await expectAlike(nodes);
    expect(namesOf(first)).toEqual(['before', 'unknown', 'after']);
  });

  test('a commit that no standby has yet is not confirmed until one has it', async () => {
    const [first, second] = (await testNodes(postgres.url, 2)) as [TestNode, TestNode];
    const { primary, standby } = postgres;
    standby?.pause();
    onTestFinished(() => standby?.resume());
    let isConfirmed = false;
    const writing = add(first, 'waits').then(() => {
      isConfirmed = true;
    });
    const waiting = (but = '0') =>
      waitUntil('a commit that waits', async () => {
        const sql = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid <> ${but}`;
        return (await primary.sql(sql))[0]?.[0];
      });
    const pid = await waiting();
    await primary.sql(`SELECT pg_cancel_backend(${pid})`);
    // looking up what became of it is a commit too, by a session of its own
    await waiting(pid);
    expect(isConfirmed).toBe(false);
    standby?.resume();
    await writing;
    await expectAlike([first, second]);
    expect(namesOf(second)).toEqual(['waits']);
  });

  test('a PostgreSQL that confirms without a standby is refused', async () => {
    const urls = await schemaOf(postgres.url);
    const folder = makeFolder();
    onTestFinished(() => folder.remove());
    const node = (allowAsync: boolean) => {
      const made = new Node({
        urls,
        allowAsync,
        node: 'test',
        databaseFile: `${folder.path}/node.db`,
        silenceMs: 30_000,
      });
      onTestFinished(() => made.close());
      return made;
    };
    const setNames = (value: string) =>
      postgres.primary.sql(`ALTER SYSTEM SET synchronous_standby_names = '${value}'`).then(async () => {
        await postgres.primary.sql('SELECT pg_reload_conf()');
        await waitUntil(
          'the setting',
          async () =>
            (await postgres.primary.sql('SHOW synchronous_standby_names'))[0]?.[0] ===
            (value === '' ? undefined : value),
        );
      });
    await setNames('');
    try {
      expect(await codeOf(node(false).enter())).toBe('cluster-not-synchronous');
      expect(await node(true).enter()).toBe('founded');
    } finally {
      await setNames('standby');
    }
  });

  test('a node that is ahead of the log, or has another entry, stops and asks for a base', async () => {
    for (const change of [
      'DELETE FROM watea_entry WHERE sequence = 2; UPDATE watea_head SET sequence = 1, hash = (SELECT hash FROM watea_entry)',
      "UPDATE watea_entry SET hash = '\\x00' WHERE sequence = 2; UPDATE watea_head SET hash = '\\x00'",
    ]) {
      const urls = await schemaOf(postgres.url);
      const [first] = (await testNodesAt([urls])) as [TestNode];
      await add(first, 'one');
      await add(first, 'two');
      await waitUntil('the follower', () => first.follower.state().behind === 0);
      const schema = /cluster_\w+/.exec(decodeURIComponent(urls))?.[0];
      await postgres.primary.sql(`SET search_path = ${schema}; ${change}`);
      expect(await codeOf(add(first, 'three'))).toBe('cluster-needs-base');
      await waitUntil('the follower to stop', () => first.follower.state().stopped?.code === 'needs-base');
      expect(namesOf(first)).toEqual(['one', 'two']);
    }
  });
});

describe.skipIf(!hasPostgres)('when the primary is killed and its standby promoted', () => {
  test('under changes and an import no confirmed write is lost, no refused one is there, and all nodes are alike', {
    timeout: tries(300_000, 3_600_000),
  }, async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const nodes = await testNodes(postgres.url, 3);
    const writes = startWrites(nodes);
    const importing = startImport(nodes[0] as TestNode);
    const backMs: number[] = [];
    for (let kill = 0; kill < tries(3, 100); kill++) {
      await sleep(300);
      await postgres.failOver();
      const [before, standbyAt] = [writes.confirmed(), performance.now()];
      await waitUntil('a write after the promotion', () => writes.confirmed() > before);
      backMs.push(performance.now() - standbyAt);
      await waitUntil('more writes', () => writes.confirmed() > before + 5);
    }
    const imported = await importing.stop();
    await writes.stopAndCompare();
    const seconds = backMs.toSorted((a, b) => a - b).map((ms) => (ms / 1000).toFixed(2));
    console.info(
      `${backMs.length} kills: ${writes.confirmed()} writes and ${imported} rows confirmed, none lost; ` +
        `writes back after ${seconds[Math.floor(seconds.length / 2)]} s (median), ${seconds.at(-1)} s (longest) with a standby.`,
    );
  });
});
