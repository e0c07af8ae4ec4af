import { createHash, createHmac } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendArchive } from '#flows/backup/send-archive.ts';
import { parseTarget } from '#lib/backup/target.ts';
import { parseSettings } from '#lib/env.ts';
import { debianProgram } from '#tests/support/debian.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';

const folder = makeFolder();
const file = join(folder.path, 'watea-20261123T104100000Z-full.tar.zst');
const content = Buffer.alloc(3_000_000, 'archive ');
const standby = join(folder.path, 'standby');
const key = { id: 'KEYID', secret: 'a secret of the test' };

beforeAll(() => {
  writeFileSync(file, content);
  mkdirSync(standby);
});
afterAll(() => folder.remove());

async function send(to: string, secret = key.secret): Promise<void> {
  const target = parseTarget(to);
  const given = { BACKUP_DIR: '/b', BACKUP_TO: to, BACKUP_KEY_ID: key.id, BACKUP_KEY_SECRET: secret };
  const { backup } = parseSettings({ ...given, BACKUP_REGION: 'nz-1' });
  if (target === undefined || backup === undefined) throw new Error(`${to} is a target.`);
  await sendArchive(target, backup, file);
}

const sentenceFor = async (sending: Promise<unknown>) => wordsOf((await rejectionOf(sending)).reason);

test('a folder gets a copy for its user alone, complete, also the second time', async () => {
  await send(standby);
  await send(standby);
  expect(readdirSync(standby)).toEqual(['watea-20261123T104100000Z-full.tar.zst']);
  const copy = join(standby, 'watea-20261123T104100000Z-full.tar.zst');
  expect(readFileSync(copy).equals(content)).toBe(true);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});

test('a folder that is not mounted is not made', async () => {
  const missing = join(folder.path, 'missing');
  expect(await sentenceFor(send(missing))).toBe(
    `The folder ${missing} (BACKUP_TO) does not exist: mount it, or make it.`,
  );
});

const rsync = debianProgram('rsync', 'rsync');

test.skipIf(rsync === undefined)('rsync copies it over a shell, and a failure says why', async () => {
  // in the place of ssh: runs on this machine what would run on the other
  const shell = join(folder.path, 'shell');
  writeFileSync(
    shell,
    '#!/bin/sh\nif [ "$1" = -l ]; then shift 2; fi\n[ "$1" = down ] && echo "no route to host" >&2 && exit 255\nshift\nexec "$@"\n',
  );
  chmodSync(shell, 0o755);
  process.env.RSYNC_RSH = shell;
  const remote = join(folder.path, 'remote');
  mkdirSync(remote);
  try {
    await send(`watea@standby:${remote}`);
    expect(readFileSync(join(remote, 'watea-20261123T104100000Z-full.tar.zst')).equals(content)).toBe(true);
    expect(await sentenceFor(send(`watea@down:${remote}`))).toMatch(
      /could not be sent to the standby: .*(?:rsync|host)/,
    );
  } finally {
    delete process.env.RSYNC_RSH;
  }
});

const hmac = (by: Buffer | string, text: string) => createHmac('sha256', by).update(text).digest();
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** The signature that a storage expects (AWS, "Signature Version 4: Create a signed request"). */
function expectedSignature({ method, url = '', headers }: http.IncomingMessage): string {
  const [, scope = '', names = ''] =
    /Credential=KEYID\/([^,]+), *SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, '', `${signed.join('')}`, names, headers['x-amz-content-sha256']].join('\n');
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const byDay = hmac(`AWS4${key.secret}`, day);
  return hmac(hmac(hmac(hmac(byDay, region), service), end), toSign).toString('hex');
}

test('object storage gets it by a signed PUT whose signature covers the content; a wrong key is refused', async () => {
  const stored = new Map<string, Buffer>();
  const server = http.createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const isSigned = request.headers.authorization?.endsWith(`Signature=${expectedSignature(request)}`);
    const isWhole = request.headers['x-amz-content-sha256'] === sha256(body);
    if (isSigned && isWhole) stored.set(request.url ?? '', body);
    answer.writeHead(isSigned && isWhole ? 200 : 403);
    answer.end('<Error><Code>No</Code><Message>The signature does not match.</Message></Error>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await send(`http://127.0.0.1:${port}/bucket/watea`);
    expect([...stored.keys()]).toEqual(['/bucket/watea/watea-20261123T104100000Z-full.tar.zst']);
    expect([...stored.values()][0]?.equals(content)).toBe(true);
    expect(await sentenceFor(send(`http://127.0.0.1:${port}/bucket/watea`, 'another secret'))).toMatch(
      /could not be sent to the standby: status 403: The signature does not match\.$/,
    );
  } finally {
    server.close();
  }
  expect(await sentenceFor(send(`http://127.0.0.1:${port}/bucket/watea`))).toMatch(/could not be sent .*ECONNREFUSED/);
});
