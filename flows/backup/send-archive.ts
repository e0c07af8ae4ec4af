import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import aws4 from 'aws4';
import { privateModes, renameDurably } from '#db/private-file.ts';
import { writingFault } from '#flows/backup/write-archive.ts';
import { digestOf } from '#flows/files/file-bytes.ts';
import type { BackupTarget } from '#lib/backup/target.ts';
import type { BackupSettings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';

/**
 * Sends an archive to where the standby reads it. It appears there complete or not at all, and sending it again does no harm.
 *
 * @throws Refusal when it does not arrive
 */
export async function sendArchive(target: BackupTarget, { key }: BackupSettings, file: string): Promise<void> {
  if (target.kind === 'folder') await copyToFolder(target.folder, file);
  else if (target.kind === 'rsync') await copyWithRsync(target.destination, file);
  else await putObject(target.url, key, file);
}

/** Copies an archive to a folder that exists: one that is not mounted must not be made. The copy is read back. */
export async function copyToFolder(folder: string, file: string): Promise<void> {
  const copy = join(folder, basename(file));
  const unfinished = `${copy}.${process.pid}.unfinished`;
  try {
    if (!existsSync(folder)) throw new Refusal({ code: 'target-missing', folder });
    const written = createWriteStream(unfinished, { mode: privateModes.file, flush: true });
    await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), written);
    if ((await digestOfFile(unfinished)) !== (await digestOfFile(file)))
      throw new Refusal({ code: 'backup-not-sent', file, cause: `${copy} has other bytes` });
    renameDurably(unfinished, copy);
  } catch (fault) {
    rmSync(unfinished, { force: true });
    throw writingFault(fault, copy);
  }
}

const digestOfFile = (path: string) => digestOf(createReadStream(path, { highWaterMark: 2 ** 20 }));

/** rsync gives up when nothing moves for so long, in seconds. */
const silenceSeconds = 60;
/** What is kept of what it prints. */
const longestMessage = 2000;

/**
 * Copies an archive to a folder of another machine with rsync over ssh, which must work without a password. rsync compares
 * checksums of what has arrived, and gives the file its name when it is complete.
 */
export async function copyWithRsync(destination: string, file: string): Promise<void> {
  const options = ['--chmod=F600', '--fsync', `--timeout=${silenceSeconds}`, '--', file, destination];
  const { status, message } = await run('rsync', options);
  if (status !== 0)
    throw new Refusal({ code: 'backup-not-sent', file, cause: message || `rsync ended with ${status}` });
}

function run(command: string, options: readonly string[]) {
  return new Promise<{ status: number | string; message: string }>((resolve) => {
    // without a terminal, ssh cannot ask for a password
    const child = spawn(command, options, { stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.on('data', (text) => {
      printed = `${printed}${text}`.slice(-longestMessage);
    });
    child.once('error', (fault) => resolve({ status: 'a fault', message: fault.message }));
    child.once('close', (status, signal) => resolve({ status: status ?? signal ?? '', message: lastLine(printed) }));
  });
}

const lastLine = (printed: string) => printed.trim().split('\n').at(-1) ?? '';

/** Object storage takes no more in one request, in bytes. */
const mostBytes = 5 * 2 ** 30;
/** A request ends when nothing moves for so long, in milliseconds. */
const silenceMs = 60_000;

/**
 * Stores an archive as an object, by one PUT that is signed (AWS Signature Version 4). The signature covers the SHA-256 of
 * the content, which the storage compares with what has arrived.
 *
 * @param bucket an address that ends with a slash: `https://host/bucket/` or `https://bucket.host/folder/`
 */
export async function putObject(bucket: string, key: BackupSettings['key'], file: string): Promise<void> {
  const { size } = statSync(file);
  if (size > mostBytes) throw new Refusal({ code: 'backup-too-large', file, bytes: size, most: mostBytes });
  const sha256 = await digestOf(createReadStream(file, { highWaterMark: 2 ** 20 }));
  const { status, message } = await put(new URL(basename(file), bucket), key, file, { size, sha256 }).catch(
    (fault: Error) => ({ status: 0, message: fault.message }),
  );
  if (status < 200 || status > 299)
    throw new Refusal({
      code: 'backup-not-sent',
      file,
      cause: status === 0 ? message : `status ${status}: ${message}`,
    });
}

async function put(
  { protocol, host, hostname, port, pathname }: URL,
  key: BackupSettings['key'],
  file: string,
  { size, sha256 }: { readonly size: number; readonly sha256: string },
): Promise<{ status: number; message: string }> {
  const headers = { 'Content-Length': size, 'X-Amz-Content-Sha256': sha256 };
  const signed = aws4.sign(
    { method: 'PUT', host, path: pathname, service: 's3', region: key.region, headers },
    { accessKeyId: key.id, secretAccessKey: key.secret },
  );
  const client = protocol === 'http:' ? http : https;
  const request = client.request({ hostname, port, method: 'PUT', path: pathname, headers: signed.headers ?? {} });
  request.setTimeout(silenceMs, () => request.destroy(new Error('no answer within a minute')));
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  // a storage that refuses may answer before it has read everything
  pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), request).catch(() => undefined);
  const answer = await answered;
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text = `${text}${chunk}`.slice(0, longestMessage);
  return { status: answer.statusCode ?? 0, message: /<Message>([^<]*)</.exec(text)?.[1] ?? text.trim() };
}
