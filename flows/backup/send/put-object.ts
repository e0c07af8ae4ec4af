import { createReadStream, statSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import aws4 from 'aws4';
import { digestOf } from '#flows/files/hashed.ts';
import type { BackupSettings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';

/** Object storage takes no more in one request, in bytes. */
const mostBytes = 5 * 2 ** 30;
/** A request ends when nothing moves for so long, in milliseconds. */
const silenceMs = 60_000;
const longestMessage = 2000;

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
