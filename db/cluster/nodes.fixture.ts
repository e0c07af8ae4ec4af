import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { backgroundLockPatienceMs, type Connection, closeDatabase, openDatabase } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import type { TableShape } from '#lib/cluster/entry.ts';
import { ByteWriter, type StoredValue, writeValue } from '#lib/cluster/values.ts';
import type { Postgres } from '#tests/support/cluster/postgres.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { Node } from './node.ts';
import { Servers } from './primary.ts';
import { quoted, readCounters, sharedTables } from './shared-tables.ts';
import type { Follower } from './types.ts';

/** A node of a test: all of them are in this process. */
export interface TestNode {
  readonly node: Node;
  readonly writer: Connection;
  readonly reader: Connection;
  readonly follower: Follower;
}

/** Nodes of a cluster of their own, whose log is in a schema of its own. */
export async function testNodes(url: string, count: number): Promise<TestNode[]> {
  return await testNodesAt(Array(count).fill(await schemaOf(url)));
}

/**
 * A node for each address of a schema without a cluster.
 *
 * @param options.folders where the files of the first ones are, if not in a folder of their own
 * @param options.silenceMs how long PostgreSQL may be silent; on a busy machine it often is
 */
export async function testNodesAt(
  addresses: readonly string[],
  { folders = [], silenceMs }: { folders?: readonly string[]; silenceMs?: number } = {},
): Promise<TestNode[]> {
  const folder = makeFolder();
  const made = addresses.map((urls, at) => nodeOf(urls, join(folders[at] ?? folder.path, `node-${at}.db`), silenceMs));
  const [first, ...others] = made as [Node, ...Node[]];
  await first.enter();
  await first.close();
  for (const other of others) {
    copyFileSync(first.databaseFile, other.databaseFile);
    await other.enter();
  }
  const nodes = made.map(startNode);
  onTestFinished(async () => {
    await Promise.all(nodes.map(({ follower }) => follower.close()));
    await Promise.all(nodes.map(({ node }) => node.close()));
    for (const node of nodes) closeDatabase(node);
    folder.remove();
  });
  return nodes;
}

export function nodeOf(urls: string, databaseFile: string, silenceMs = 30_000): Node {
  return new Node({ urls, allowAsync: false, node: databaseFile, databaseFile, silenceMs });
}

/** Opens a node's file, and follows the log. */
export function startNode(node: Node): TestNode {
  const { writer, reader } = openDatabase(node.databaseFile, {
    wait: 'yielding',
    lockPatienceMs: backgroundLockPatienceMs,
  });
  node.attach(writer.sqlite);
  return { node, writer, reader, follower: node.follow() };
}

/** Adds a registrar, which is one entry. */
export function addRegistrar({ writer }: Pick<TestNode, 'writer'>, name: string): Promise<void> {
  const insert = 'INSERT INTO registrar (name, created_at) VALUES (?, 1)';
  return transact(writer, () => void writer.sqlite.prepare(insert).run(name));
}

/** The registrars that readers of a node see, in the order of their ids. */
export function registrarsOf({ reader }: Pick<TestNode, 'reader'>): string[] {
  return reader.sqlite.prepare<[], string>('SELECT name FROM registrar ORDER BY id').pluck().all();
}

/** Repeats a write that was refused because PostgreSQL was too slow to answer, as it may be on a busy machine. */
export async function patiently<T>(write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (fault) {
      if ((fault as { reason?: { code: string } }).reason?.code !== 'cluster-away') throw fault;
    }
  }
}

/** How a write ended: `done`, or the code of its refusal. */
export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (fault) => fault.reason?.code ?? fault,
  );
}

/** The address of the primary alone. */
export function primaryOf(urls: string, { primary }: Postgres): string {
  return urls.replace(/@[^/]*/, `@127.0.0.1:${primary.port}`);
}

/** An address by which every connection works in a new schema. */
export async function schemaOf(url: string): Promise<string> {
  const schema = `cluster_${randomUUID().replaceAll('-', '')}`;
  const session = await new Servers(url, 'test', 30_000).connect();
  await session.query(`CREATE SCHEMA ${schema}`);
  session.close();
  return `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}

/** Waits until all nodes are at the newest entry of any, then compares all their tables. */
export async function expectAlike(nodes: readonly TestNode[]): Promise<void> {
  await waitUntil('all nodes at the same entry', () => {
    const sequences = nodes.map(({ follower }) => follower.state());
    return (
      new Set(sequences.map(({ sequence }) => sequence)).size === 1 && sequences.every(({ behind }) => behind === 0)
    );
  });
  const [first, ...others] = nodes.map(({ reader }) => digestTables(reader));
  for (const other of others) expect(other).toEqual(first);
}

/**
 * A digest of each shared table, of the counters of AUTOINCREMENT tables and of the schema, bit for bit: nodes that are at
 * the same entry have the same ones. All of one state, if it is called in a transaction.
 */
export function digestTables({ sqlite }: Pick<Connection, 'sqlite'>): Record<string, string> {
  const counters = [...readCounters(sqlite)].sort().map(([name, value]) => `${name} ${value}`);
  const schema = sqlite
    .prepare<[], string>('SELECT sql FROM main.sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name')
    .pluck()
    .all();
  return {
    ...Object.fromEntries(sharedTables(sqlite).map((table) => [table.name, digestRows(sqlite, table)])),
    sqlite_sequence: digestText(counters.join('\n')),
    sqlite_schema: digestText(schema.join('\n')),
  };
}

function digestRows(sqlite: Connection['sqlite'], { name, columns, keys }: TableShape): string {
  const names = columns.map(quoted);
  const order = keys.map((at) => names[at]).join(', ');
  const rows = sqlite
    .prepare<[], StoredValue[]>(`SELECT ${names.join(', ')} FROM ${quoted(name)} ORDER BY ${order}`)
    .raw()
    .safeIntegers();
  const hash = createHash('sha256');
  const bytes = new ByteWriter();
  let count = 0;
  for (const row of rows.iterate()) {
    for (const value of row) writeValue(bytes, value);
    count++;
    if (bytes.length < flushBytes) continue;
    hash.update(bytes.view());
    bytes.truncate(0);
  }
  hash.update(bytes.view());
  return `${count} ${hash.digest('hex')}`;
}

const flushBytes = 256 * 1024;

const digestText = (text: string) => createHash('sha256').update(text).digest('hex');
