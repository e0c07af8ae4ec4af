import { once } from 'node:events';
import { copyFileSync, createReadStream, existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Connection, openWriter } from '#db/client.ts';
import type { Node } from '#db/cluster/node.ts';
import { digestTables, nodeOf, schemaOf } from '#db/cluster/nodes.fixture.ts';
import { transact } from '#db/transaction.ts';
import { makeBase, takeBase } from '#flows/cluster/bases.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

describe.skipIf(!hasPostgres)('bases', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  /** A cluster of one node, which writes. */
  async function founded() {
    const folder = makeFolder();
    onTestFinished(() => folder.remove());
    const urls = await schemaOf(postgres.url);
    const make = (name: string) => {
      const node = nodeOf(urls, join(folder.path, `${name}.db`));
      onTestFinished(() => node.close());
      return node;
    };
    const first = make('first');
    await first.enter();
    const writer = openOn(first);
    const add = (name: string) =>
      transact(
        writer,
        () => void writer.sqlite.prepare('INSERT INTO registrar (name, created_at) VALUES (?, 1)').run(name),
      );
    return { make, first, writer, add, bases: join(folder.path, 'bases') };
  }

  function openOn(node: Node): Connection {
    const writer = openWriter(node.databaseFile, { wait: 'yielding' });
    onTestFinished(() => void writer.sqlite.close());
    node.attach(writer.sqlite);
    return writer;
  }

  test('a new node begins with the newest base and follows from there, though the log before it is gone', async () => {
    const { make, first, writer, add, bases } = await founded();
    for (const name of ['one', 'two', 'three']) {
      await add(name);
      const [oldest] = await makeBase(first.databaseFile, bases, Date.now());
      await first.trimLog(oldest?.sequence ?? 0);
    }
    await add('four');
    expect(readdirSync(bases).filter((name) => name.endsWith('.tar.zst'))).toHaveLength(2);
    const second = make('second');
    await expect(second.enter()).rejects.toMatchObject({ reason: { code: 'cluster-needs-base' } });
    expect(await second.enter({ takeBase: () => takeBase(second.databaseFile, bases, Date.now()) })).toBe('from base');
    expect(second.sequence()).toBe(4);
    expect(digestTables(openOn(second))).toEqual(digestTables(writer));
  });

  test('a node whose file is not in the log is set aside, and begins with a base from a web server', async () => {
    const { make, first, writer, add, bases } = await founded();
    await add('one');
    await makeBase(first.databaseFile, bases, Date.now());
    const server = createServer((request, response) => {
      const file = join(bases, request.url ?? '');
      if (existsSync(file)) createReadStream(file).pipe(response);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    // a file of another cluster
    const { first: stranger } = await founded();
    const lost = make('lost');
    await stranger.close();
    copyFileSync(stranger.databaseFile, lost.databaseFile);
    expect(await lost.enter({ takeBase: () => takeBase(lost.databaseFile, url, Date.now()) })).toBe('from base');
    expect(digestTables(openOn(lost))).toEqual(digestTables(writer));
  });
});
