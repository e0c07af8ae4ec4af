import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isStreamed, type StreamedBody } from '#lib/http/answer.ts';
import { availabilityEntry, type KnownNames, statusOfName } from '#lib/registry/name-status.ts';
import { type ParsedName, parseName } from '#lib/registry/names/name.ts';
import { statuses } from '#lib/registry/status.ts';
import { turns } from '#server/http/turn.ts';
import { closeLongReads } from '#server/process/long-reads.ts';
import { publishRows } from '#tests/models/publish-rows.ts';
import { openRegisterFixture, type RegisterFixture } from '#tests/models/register.ts';
import { clearProcessWide } from '#tests/support/process-wide.ts';
import { entriesInPieces } from './entries-in-pieces.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const texts = Array.from({ length: 1000 }, (_, at) =>
  at % 10 === 0 ? `māori-${at}.nz` : at % 11 === 0 ? '-' : `name-${at}.co.nz`,
);
const names = texts.map(parseName);

let register: RegisterFixture;
beforeEach(async () => {
  clearProcessWide();
  register = openRegisterFixture();
  Object.assign(process.env, { DATABASE_URL: `file:${register.file}`, BASE_URL: 'http://localhost:3000' });
  await register.import(['name-1.co.nz,2020-01-01,', 'name-3.co.nz,2020-01-01,2026-10-01 08:00:00+13:00'], now);
});
afterEach(() => {
  closeLongReads();
  register.close();
});

const entryOf = (name: ParsedName, known: KnownNames) =>
  availabilityEntry(name, name.valid ? statusOfName(name, known, { now, hasSandboxName: false }) : statuses.Invalid);
const registered = { find: () => ({ registered: 7, cancelled: null, freeAt: null }), listed: () => undefined };

async function textOf(body: Uint8Array | StreamedBody): Promise<string> {
  if (!isStreamed(body)) return Buffer.from(body).toString();
  const chunks: Uint8Array[] = [];
  for (let chunk = await body.next(); chunk !== undefined; chunk = await body.next()) chunks.push(Buffer.from(chunk));
  const whole = Buffer.concat(chunks);
  expect(whole.byteLength).toBe(body.byteLength);
  return whole.toString();
}

/** Publishes a state in which every name is registered. */
function registerAll(): void {
  const { writer } = register.connections;
  const insert = writer.sqlite.prepare('INSERT INTO domain (name, revision, registered) VALUES (?, 9000000, 7)');
  writer.sqlite.transaction(() => {
    for (const name of names) if (name.valid) insert.run(name.domain);
    publishRows(writer, 9_000_000);
  })();
}

test('B11: an answer made in pieces is, byte for byte, the answer made at once', async () => {
  const whole = register.codesAt(texts, now);
  const answer = await textOf(await entriesInPieces(names, entryOf, 'caller'));
  expect(JSON.parse(answer).map(({ code }: { code: string }) => code)).toEqual(whole);
  expect(answer).toBe(
    `[${names.map((name, at) => entryOf(name, { ...registered, find: () => rowOf(whole[at]) })).join(',')}]`,
  );
});

/** A row that gives a code. */
function rowOf(code: string | undefined) {
  const cancelled = code === '210' ? 1 : null;
  return code === '200' || code === '210' ? { registered: 7, cancelled, freeAt: null } : undefined;
}

test('B11: all entries are of one state, whatever is published between two pieces; the next answer is of the new one', async () => {
  let entries = 0;
  // the clock goes on by 10 µs with each entry
  const clock = () => entries / 100;
  const counted = (name: ParsedName, known: KnownNames) => {
    entries++;
    return entryOf(name, known);
  };
  const before = await textOf(await entriesInPieces(names, entryOf, 'caller'));
  const answering = entriesInPieces(names, counted, 'caller', clock);
  while (entries < names.length / 2) await nextTurn();
  expect(entries).toBeLessThan(names.length);
  registerAll();
  expect(await textOf(await answering)).toBe(before);
  const after = await textOf(await entriesInPieces(names, entryOf, 'caller'));
  expect(after).toBe(`[${names.map((name) => entryOf(name, registered)).join(',')}]`);
});

test('B11: other requests are answered between the pieces of many long answers', async () => {
  const long = Array.from({ length: 12 }, (_, at) => entriesInPieces(names, entryOf, `caller ${at % 7}`));
  let isEnded = false;
  void Promise.all(long).then(() => {
    isEnded = true;
  });
  let answered = 0;
  for (; !isEnded; answered++) {
    await new Promise<void>((resolve) => turns().add(() => resolve));
    await nextTurn();
  }
  expect(answered).toBeGreaterThan(5);
  const [first, ...others] = await Promise.all((await Promise.all(long)).map(textOf));
  expect(new Set(others)).toEqual(new Set([first]));
});

test('a fault ends the answer, and its connection is used again', async () => {
  const failing = () => {
    throw new Error('It failed.');
  };
  for (let times = 0; times < 10; times++) {
    await expect(entriesInPieces(names, failing, 'caller')).rejects.toThrow('It failed.');
  }
  expect(await textOf(await entriesInPieces(names.slice(0, 2), entryOf, 'caller'))).toContain('"code":"200"');
});
