import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReader } from '#db/client.ts';
import { digestTables } from '#db/cluster/nodes.fixture.ts';
import { checkAuditLog } from '#db/integrity.ts';
import { type ServedNode, type ServedNodes, startNodes } from '#tests/support/cluster/nodes.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { watea } from '#tests/support/command-line.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { primaryOf, processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import { scrape } from '#tests/support/scrape.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const point = `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`;
const droplist = '/1.0/droplist';

const hourMs = 3_600_000;
const clockScript = new URL('../../support/processes/wrong-clock.ts', import.meta.url);
/** Node's option for a server on a machine whose clock is ahead. */
const wrongClock = (aheadMs: number) => `--import=${clockScript}?aheadMs=${aheadMs}`;

const bases = makeFolder();
let postgres: Postgres;
let served: ServedNodes;
let editor: string;

const nodeAt = (at: number) => served.nodes[at] as ServedNode;
const statusOn = async (node: ServedNode, target: string, from?: string) =>
  (await ask(node.server.port, { target, ...(from === undefined ? {} : { from }) })).status;
const readiness = (node: ServedNode) => ask(node.server.port, { target: '/readyz' });

/** Adds a registrar by the screen for it. */
function tryAddRegistrar(node: ServedNode, name: string) {
  const action = { file: 'app/admin/registrars/actions.ts', name: 'addRegistrar' };
  const values = [{ name, contactEmail: 'ops@example.nz', note: '', perSecond: '70', enabled: true }];
  const page = '/admin/registrars/new';
  return callAction(node.server.port, { page, action, values, cookie: editor, origin: ownOrigin });
}

/** Adds a registrar, again if PostgreSQL was too slow to answer, as it may be on a busy machine. */
const addRegistrar = (node: ServedNode, name: string) =>
  waitUntil(`${name} to be added`, async () => {
    const added = await tryAddRegistrar(node, name);
    if (added.ok !== true) expect(added.sentence).toMatch(/PostgreSQL does not answer\. Nothing was changed/);
    return added.ok === true;
  });

/** Lets a network in or out by a command that runs on a node. */
async function operate(node: ServedNode, ...args: string[]) {
  return await watea(args, node.settings);
}

/** Waits until all nodes have a status for a caller; at what time one of them sees it is for the bench. */
const untilAll = (status: number, target: string, from?: string) =>
  waitUntil(`${status} of ${target} on all nodes`, async () => {
    const statuses = await Promise.all(served.nodes.map((node) => statusOn(node, target, from)));
    return statuses.every((found) => found === status);
  });

/** Waits until all nodes are at the same entry, and compares everything that they share. */
async function expectAlike(): Promise<void> {
  const readers = served.nodes.map(({ databaseFile }) => openReader(databaseFile));
  const sequences = () =>
    readers.map(({ sqlite }) => sqlite.prepare('SELECT sequence FROM cluster_position').pluck().get());
  try {
    await waitUntil('equal tables at the same entry', () => {
      const [first, ...others] = readers.map((reader) =>
        reader.sqlite.transaction(() => ({ at: sequences(), tables: digestTables(reader) }))(),
      );
      const isSameEntry = new Set(first?.at).size === 1 && others.every(({ at }) => at.join() === first?.at.join());
      if (isSameEntry) for (const { tables } of others) expect(tables).toEqual(first?.tables);
      return isSameEntry;
    });
    for (const reader of readers) expect(checkAuditLog(reader)).toEqual({ rows: expect.any(Number) });
  } finally {
    for (const { sqlite } of readers) sqlite.close();
  }
}

describe.skipIf(!hasPostgres)('three nodes', () => {
  beforeAll(async () => {
    postgres = await startPostgres();
    served = await startNodes(postgres.url, 3, {
      settings: { BASE_DIR: bases.path, BASE_URL: ownOrigin, MAX_STALE: '20s', METRICS_ALLOW: '127.0.0.0/8' },
      ofNode: {
        'node-1': { NODE_OPTIONS: wrongClock(-hourMs) },
        'node-2': { WEB_CONCURRENCY: '2' },
        'node-3': { NODE_OPTIONS: wrongClock(hourMs) },
      },
      prepare: (databaseFile) => {
        editor = signIn(databaseFile, 'editor');
      },
    });
  });
  afterAll(async () => {
    await served?.remove();
    await postgres?.remove();
    bases.remove();
  });

  test('each answers both APIs, and says how far it has followed the log', async () => {
    for (const node of served.nodes) {
      expect([await statusOn(node, droplist), await statusOn(node, point)]).toEqual([200, 200]);
      const { status, body } = await readiness(node);
      expect(status).toBe(200);
      expect(body).toMatch(new RegExp(`^ready\nNode ${node.name}: entry \\d+, at most \\d+\\.\\d s old\\.\n`));
      const metrics = await scrape(node.server.port);
      expect(metrics.sum('watea_node_disconnected', {})).toBe(0);
      expect(metrics.sum('watea_node_unprotected', {})).toBe(0);
      expect(metrics.sum('watea_node_entry', {})).toBeGreaterThan(0);
      expect(metrics.names).toContain('watea_node_age_seconds');
    }
  });

  test('a change by a command on one node is seen by all, and taken back on another', async () => {
    const from = '127.4.4.4';
    await untilAll(403, droplist, from);
    const added = await operate(nodeAt(1), 'allow', 'add', `${from}/32`, '--registrar', 'Newcomer', '--new-registrar');
    expect(added.status, added.stderr).toBe(0);
    await untilAll(200, droplist, from);
    const removed = await operate(nodeAt(2), 'allow', 'remove', `${from}/32`);
    expect(removed.status, removed.stderr).toBe(0);
    await untilAll(403, droplist, from);
  });

  test('staff change data on any node, and read what they wrote on the node that they are on', async () => {
    for (const [at, node] of served.nodes.entries()) {
      await addRegistrar(node, `Registrar ${at}`);
      const list = await ask(node.server.port, {
        target: '/admin/registrars',
        headers: { Host: new URL(ownOrigin).host, Cookie: editor },
      });
      expect(list.body).toContain(`Registrar ${at}`);
    }
    await expectAlike();
  });

  test('nodes whose clocks are an hour slow and fast free a name neither late nor early', async () => {
    const target = '/1.0/availability?domains[]=pending-first.co.nz&domains[]=released.co.nz&domains[]=active.nz';
    const answers = await Promise.all(served.nodes.map((node) => ask(node.server.port, { target })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers) expect(JSON.parse(body)).toEqual(JSON.parse(answers[0]?.body ?? ''));
    const dates = answers.map(({ headers }) => Date.parse(headers.date ?? ''));
    expect(Math.max(...dates) - Math.min(...dates)).toBeLessThan(hourMs / 2);
  });

  test('B6: a limit per day counts what all nodes have answered', async () => {
    const target = `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.threeADay}`;
    for (let times = 0; times < 3; times++) expect(await statusOn(nodeAt(0), target)).toBe(200);
    expect(await statusOn(nodeAt(0), target)).toBe(429);
    // more points than a day has are refused, which counts nothing and says how many are left
    const points = JSON.stringify({ points: Array(4).fill(['-41.05', '174.05']) });
    const tooMany = {
      headers: { 'Content-Type': 'application/json' },
      target: `/api/1.0/availability/yx?api_key=${keys.threeADay}`,
      method: 'POST',
      body: points,
    };
    await waitUntil('another node to know', async () => {
      const { status, headers } = await ask(nodeAt(1).server.port, tooMany);
      expect(status).toBe(429);
      return headers.ratelimit?.includes('"day";r=0') === true;
    });
    // each of its workers may answer once before it asks the primary; a node that knew nothing would answer three times
    let answered = 0;
    while ((await statusOn(nodeAt(1), target)) === 200) answered++;
    expect(answered).toBeLessThan(3);
  });

  test('B6: a caller beyond its limit per second gets a share of it on each node, and then all of it on any', async () => {
    const target = `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.slow}`;
    // two on each of three nodes: a node by itself has a limit of three
    const askTwice = () =>
      Promise.all(served.nodes.map(async (node) => [await statusOn(node, target), await statusOn(node, target)]));
    await waitUntil('a share', async () => (await askTwice()).every(([, second]) => second === 429));
    await waitUntil('all of it', async () => {
      // nodes keep its share for some seconds after it last asked for more
      await sleep(8000);
      const alone = await Promise.all([1, 2, 3].map(() => statusOn(nodeAt(1), target)));
      return alone.every((status) => status === 200);
    });
  });

  test('a node is reloaded without a failed request', async () => {
    const { server } = nodeAt(0);
    const before = primaryOf(server.child.pid ?? 0);
    signalProcess(server.child.pid, 'SIGHUP');
    const statuses = new Set<number>();
    await waitUntil('the successor', async () => {
      for (let times = 0; times < 5; times++) statuses.add(await statusOn(nodeAt(0), droplist));
      return primaryOf(server.child.pid ?? 0) !== before;
    });
    expect(statuses).toEqual(new Set([200]));
    await addRegistrar(nodeAt(0), 'By the successor');
  });

  test('a node that was killed catches up, and has what the others have', async () => {
    const node = nodeAt(2);
    for (const pid of processTree(node.server.child.pid ?? 0).reverse()) signalProcess(pid, 'SIGKILL');
    await addRegistrar(nodeAt(0), 'While node 3 was away');
    await node.start();
    await waitUntil('node 3', async () => (await readiness(node)).status === 200);
    await expectAlike();
  });

  test('a new node begins with a base, which another has made', async () => {
    await waitUntil('a base', () => existsSync(join(bases.path, 'bases.json')));
    const added = await served.add('node-4');
    expect(await statusOn(added, droplist)).toBe(200);
    await expectAlike();
  });

  test('while PostgreSQL is away, APIs answer, changes are refused in words, and an old state answers 503', async () => {
    await postgres.primary.kill();
    const refused = await tryAddRegistrar(nodeAt(0), 'Too late');
    expect(refused).toMatchObject({ ok: false, status: 503 });
    expect(refused.sentence).toMatch(/PostgreSQL does not answer\. Nothing was changed/);
    for (const node of served.nodes) expect(await statusOn(node, droplist)).toBe(200);
    await untilAll(503, droplist);
    await untilAll(503, point);
    const answer = await ask(nodeAt(1).server.port, { target: droplist });
    expect(answer.headers['retry-after']).toBe('5');
    const { status, body } = await readiness(nodeAt(1));
    expect([status, body]).toEqual([503, expect.stringContaining('Node node-2 answers neither API')]);

    await postgres.promote();
    await postgres.addStandby();
    await untilAll(200, droplist);
    await untilAll(200, point);
    await addRegistrar(nodeAt(1), 'After the fail-over');
    await expectAlike();
  });
});
