import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { runServerToItsEnd } from '#tests/support/processes/server-process.ts';

const folder = makeFolder();
const taken = net.createServer();
beforeAll(async () => {
  taken.listen(0, '::');
  await once(taken, 'listening');
  writeFileSync(join(folder.path, 'text.db'), 'This is a letter, and no database at all.\n'.repeat(50));
});
afterAll(() => {
  taken.close();
  folder.remove();
});

const takenPort = () => String((taken.address() as AddressInfo).port);

test.each([
  ['a setting that cannot be', () => ({ PORT: '80a' }), () => /^PORT must be a whole number .* it is "80a"\.$/],
  ['a port in use', () => ({ PORT: takenPort() }), () => new RegExp(`^Port ${takenPort()} is taken: `)],
  [
    'a file that is no database',
    () => ({ DATABASE_URL: `file:${join(folder.path, 'text.db')}` }),
    () => /text\.db is not an SQLite database\.$/,
  ],
])('a server refuses to start with %s: one sentence and status 1', async (_what, settings, sentence) => {
  const { status, output } = await runServerToItsEnd({
    DATABASE_URL: `file:${join(folder.path, 'watea.db')}`,
    LOG_LEVEL: 'error',
    ...settings(),
  });
  expect(output.trimEnd()).toMatch(sentence());
  expect([status, output.trimEnd().split('\n').length]).toEqual([1, 1]);
});
