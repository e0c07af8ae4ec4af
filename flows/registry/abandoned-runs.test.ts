import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginRun } from '#db/registry/runs.ts';
import { registerRun } from '#db/registry/schema.ts';
import { failedImportWords } from '#lib/words/alerts/alarms.ts';
import { noControls } from '#lib/words/controls.ts';
import { openRegisterFixture, type RegisterFixture } from '#tests/models/register.ts';
import { getFailedRun } from './abandoned-runs.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const actor = { who: 'command line', address: null };

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

const failed = () => getFailedRun(register.connections.reader);
const sentence = () => {
  const run = failed();
  return run && failedImportWords(run, noControls);
};

test('a refused import is reported until another succeeds', async () => {
  await register.import(['a.nz,2020-01-01,'], now);
  expect(failed()).toBeUndefined();
  const faulty = register.import(['a b.nz,2020-01-01,', 'c.nz,2027-01-01,'], now + 1000, { actor });
  await expect(faulty).rejects.toMatchObject({ reason: { code: 'register-not-imported' } });
  expect(failed()?.id).toBe(2);
  expect(sentence()).toBe(
    'The last import failed. register.csv was not imported; the register is unchanged. line 2, domain: "a b.nz" has a character other than a–z, 0–9, hyphen and ā ē ī ō ū. (and 1 more)',
  );
  await register.import(['a.nz,2020-01-01,'], now + 2000);
  expect(failed()).toBeUndefined();
});

test('an import that found another running is reported, unless it retries automatically', async () => {
  const { writer } = register.connections;
  const origin = { kind: 'merge', source: 'other.csv', sha256: null, who: '', startedAt: now } as const;
  const other = beginRun(writer, origin);
  const busy = (isTriedAgain: boolean) => register.import(['a.nz,2020-01-01,'], now, { isTriedAgain });
  await expect(busy(true)).rejects.toMatchObject({ reason: { code: 'register-busy' } });
  expect(failed()).toBeUndefined();
  await expect(busy(false)).rejects.toMatchObject({ reason: { code: 'register-busy', file: 'other.csv' } });
  expect(sentence()).toMatch(
    /^The last import failed\. register\.csv was not imported\. Another import \(other\.csv, .* is running/,
  );
  other.publish({ counts: {}, hasRows: false, now: now + 1000, elapsedMs: 1 }, () => {});
  expect(failed()).toBeUndefined();
});

test('an import whose process died is reported before its rows are removed', async () => {
  const { writer } = register.connections;
  const origin = { kind: 'replace', source: 'night.csv', sha256: null, who: 'command line', startedAt: now } as const;
  beginRun(writer, origin);
  expect(failed()).toBeUndefined();
  writer.db
    .update(registerRun)
    .set({ heartbeatAt: Date.now() - 60_000 })
    .run();
  expect(sentence()).toBe(
    'The last import failed. night.csv was not imported. Its process ended before the import did. Nothing was changed.',
  );
  await register.import(['a.nz,2020-01-01,'], now + 1000);
  expect(failed()).toBeUndefined();
});
