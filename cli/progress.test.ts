import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { openProgress } from './command-line.ts';

const obstacle = { code: 'web-unknown-host', host: 'data.linz.govt.nz', cause: 'getaddrinfo ENOTFOUND' } as const;

test.each([
  [false, 'Waiting for the other server: trying again in 2 seconds\n'],
  [true, '\r\x1b[2KWaiting for the other server: trying again in 2 seconds'],
])('the cause of a wait is printed at once, on its own line, and only once; on a terminal: %s', (isTTY, waiting) => {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const { show } = openProgress(stream as unknown as WriteStream);
  show('wait-for-server', 2, 0, obstacle);
  expect(String(stream.read())).toBe(`data.linz.govt.nz could not be found (getaddrinfo ENOTFOUND).\n${waiting}`);
  show('wait-for-server', 1, 0, { ...obstacle });
  expect(String(stream.read())).not.toContain('ENOTFOUND');
});
