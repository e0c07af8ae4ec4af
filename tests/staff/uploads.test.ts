import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { emailOf, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { sentenceOf, storedUploads, uploadClient } from '#tests/support/uploads.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const most = 100_000;
const content = 'kākāpō '.repeat(1000);
const bytes = Buffer.byteLength(content);
/** A file that a process which died has left. */
const stray = 'f'.repeat(32);
const file = { name: 'Whangārei.geojson', bytes, queue: 'coverage' };

let fixture: OwnFixture;
let server: ServerProcess;
let editor: string;
let admin: string;
let viewer: string;
beforeAll(async () => {
  fixture = await ownFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  admin = signIn(fixture.databaseFile, 'admin');
  viewer = signIn(fixture.databaseFile, 'viewer');
  mkdirSync(`${fixture.databaseFile}-uploads`, { mode: 0o700 });
  writeFileSync(pathOf(stray), 'of no upload');
  server = await fixture.start({
    WEB_CONCURRENCY: '2',
    BASE_URL: ownOrigin,
    MAX_UPLOAD_BYTES: String(most),
  });
});
afterAll(() => fixture.remove());

const client = (cookie: string | undefined = editor, origin?: string) => uploadClient(server.port, cookie, origin);
const pathOf = (id: string) => `${fixture.databaseFile}-uploads/${id}`;
const started: string[] = [];
const startedUpload = async () => {
  const { id } = JSON.parse((await client().announce(file)).body) as { id: string };
  started.push(id);
  return id;
};
// a person has at most five unfinished uploads
afterEach(() => Promise.all(started.splice(0).map((id) => client().abandon(id))));

/** Everything that an upload could change. */
const state = () =>
  readDatabase(fixture.databaseFile, ({ sqlite }) => ({
    log: sqlite.prepare('SELECT action, subject, who, address FROM audit_entry ORDER BY id').raw().all(),
    rows: sqlite.prepare('SELECT * FROM upload').all(),
    files: storedUploads(fixture.databaseFile),
  }));

describe('who may upload', () => {
  test.each([
    ['without a session', (): string => '', ownOrigin, 401],
    ['as a viewer', (): string => viewer, ownOrigin, 403],
    ['from a foreign Origin', (): string => editor, 'https://evil.example', 403],
  ] as const)('%s nothing can be started, sent or removed', async (_how, cookieOf, origin, status) => {
    const id = await startedUpload();
    const before = state();
    const other = client(cookieOf(), origin);
    const answers = [await other.announce(file), await other.append(id, 0, 'x'), await other.abandon(id)];
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
    expect(answers.map(sentenceOf).every((sentence) => sentence.length > 20)).toBe(true);
    expect(state()).toEqual(before);
  });

  test('without an Origin nothing can be started, sent or removed', async () => {
    const id = await startedUpload();
    const before = state();
    const bare = (method: string, target: string, body?: string): Promise<Answered> =>
      ask(server.port, {
        target,
        method,
        body,
        headers: { Host: 'localhost:3000', Cookie: editor, 'Upload-Offset': '0' },
      });
    const answers = [
      await bare('POST', '/admin/uploads', JSON.stringify(file)),
      await bare('PATCH', `/admin/uploads/${id}`, 'x'),
      await bare('DELETE', `/admin/uploads/${id}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403]);
    expect(state()).toEqual(before);
  });

  test('only the member of staff who started an upload continues it or sees its progress', async () => {
    const id = await startedUpload();
    const other = client(admin);
    expect((await other.offset(id)).status).toBe(404);
    expect((await other.append(id, 0, 'x')).status).toBe(404);
    expect((await other.abandon(id)).status).toBe(404);
    expect((await client(viewer).offset(id)).status).toBe(403);
    expect((await client('').offset(id)).status).toBe(401);
    expect((await client().offset(id)).headers['upload-offset']).toBe('0');
  });
});

test('a file is received in parts through either worker, and only the server’s user can read it', async () => {
  const id = await startedUpload();
  const all = Buffer.from(content);
  for (let offset = 0; offset < bytes; offset += 3000) {
    const part = all.subarray(offset, offset + 3000);
    const answer = await client().append(id, offset, part);
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(answer.headers['upload-offset']).toBe(String(offset + part.length));
    expect((await client().offset(id)).headers['upload-offset']).toBe(String(offset + part.length));
  }
  expect(readFileSync(pathOf(id), 'utf8')).toBe(content);
  expect(state().files.find(({ name }) => name === id)).toEqual({ name: id, bytes, mode: '600' });
  const row = [`upload.add`, file.name, emailOf('editor'), '127.0.0.1'];
  expect(state().log).toContainEqual(row);
});

test('bytes for another offset than the end of the file are refused, with the right offset', async () => {
  const id = await startedUpload();
  await client().append(id, 0, 'abc');
  for (const offset of [0, 2, 4, bytes]) {
    const answer = await client().append(id, offset, 'x');
    expect(answer.status).toBe(409);
    expect(answer.headers['upload-offset']).toBe('3');
    expect(sentenceOf(answer)).toBe('3 bytes of the file have been received; send the next ones.');
  }
  expect((await client().append(id, '-1', 'x')).status).toBe(400);
  expect((await client().append(id, '1e0', 'x')).status).toBe(400);
  expect(readFileSync(pathOf(id), 'utf8')).toBe('abc');
});

test('bytes received before the connection broke are kept, and the rest follows', async () => {
  const id = await startedUpload();
  const talk = net.connect(server.port, '127.0.0.1');
  talk.write(
    `PATCH /admin/uploads/${id} HTTP/1.1\r\nHost: localhost:3000\r\nOrigin: ${ownOrigin}\r\nCookie: ${editor}\r\nUpload-Offset: 0\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  talk.write(content.slice(0, 20));
  const sent = Buffer.byteLength(content.slice(0, 20));
  await waitUntil('the first bytes', async () => (await client().offset(id)).headers['upload-offset'] === String(sent));
  talk.destroy();
  const rest = Buffer.from(content).subarray(sent);
  await waitUntil('the rest', async () => (await client().append(id, sent, rest)).status === 204);
  expect(readFileSync(pathOf(id), 'utf8')).toBe(content);
});

test('more bytes than announced are refused and not kept', async () => {
  const id = await startedUpload();
  const answer = await client().append(id, 0, `${content}!`);
  expect(answer.status).toBe(413);
  expect(sentenceOf(answer)).toBe(
    `The file is longer than the ${bytes.toLocaleString('en-NZ')} bytes that were announced.`,
  );
  const { bytes: kept = 0 } = state().files.find(({ name }) => name === id) ?? {};
  expect(kept).toBeLessThanOrEqual(bytes);
});

test.each([
  [
    { ...file, bytes: most + 1 },
    413,
    'The file has 100\u00a0kB; the limit is 100\u00a0kB (100,000 bytes, MAX_UPLOAD_BYTES). Split the file.',
  ],
  [{ ...file, bytes: 0 }, 400, 'Whangārei.geojson is empty.'],
  [{ ...file, bytes: 1.5 }, 400, expect.any(String)],
  [{ ...file, bytes: '5' }, 400, 'The size must be a whole number of bytes.'],
  [{ ...file, name: '../watea.db' }, 400, 'A file name cannot contain slashes.'],
  [{ ...file, name: 'a\u0000b' }, 400, expect.any(String)],
  [{ ...file, name: ' ' }, 400, 'Fill this in.'],
  [{ ...file, name: 'x'.repeat(256) }, 400, 'Enter at most 255 characters.'],
  [{ ...file, queue: 'other' }, 400, 'Choose one of the options.'],
  [{ ...file, name: 'x'.repeat(10_000) }, 413, 'An announcement has at most 10,000 bytes.'],
  [null, 400, expect.any(String)],
])('an invalid announcement is refused: %j', async (given, status, sentence) => {
  const before = state();
  const answer = await client().announce(given as object);
  expect(answer.status).toBe(status);
  expect(sentenceOf(answer)).toEqual(sentence);
  expect(state()).toEqual(before);
});

test('on a full disk the upload is refused with a sentence, and nothing is kept', async () => {
  const id = await startedUpload();
  // writes to it fail as on a full disk
  rmSync(pathOf(id));
  symlinkSync('/dev/full', pathOf(id));
  const answer = await client().append(id, 0, content);
  expect(answer.status).toBe(507);
  expect(sentenceOf(answer)).toMatch(/^The server’s disk is full, and nothing of the file was kept\./);
  const { rows, files } = state();
  expect(JSON.stringify([rows, files])).not.toContain(id);
  expect((await client().append(id, 0, 'x')).status).toBe(404);
});

test('an upload that is removed is gone, and its removal is recorded', async () => {
  const id = await startedUpload();
  await client().append(id, 0, 'abc');
  const before = state();
  expect((await client().abandon(id)).status).toBe(204);
  const { log, rows, files } = state();
  expect(log.slice(before.log.length)).toEqual([['upload.remove', file.name, emailOf('editor'), '127.0.0.1']]);
  expect(JSON.stringify([rows, files])).not.toContain(id);
  expect((await client().offset(id)).status).toBe(404);
});

test('a server that starts removes files of no upload', () => {
  expect(storedUploads(fixture.databaseFile).map(({ name }) => name)).not.toContain(stray);
});
