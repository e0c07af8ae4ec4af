import { expect, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { undoLastImport } from '#flows/registry/undo-import.ts';
import { openRegisterFixture, runReleaseJob } from '#tests/models/register.ts';
import { file, importOnly, offered, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import { ChangingCoverage, providersOf } from './areas.ts';
import { ChangingRegister } from './names.ts';

const startMs = Date.parse('2026-11-20T22:30:00+13:00');
const midnight = Date.parse('2026-11-21T00:00:00+13:00');

test('the register takes every file, undo and release as the model does', async () => {
  const register = openRegisterFixture();
  const model = new ChangingRegister(2000, startMs);
  const rowsOf = (text: string) => text.trim().split('\n').slice(1);
  const compare = (now: number) => {
    const codes = register.codesAt(model.asked, now).join('');
    expect(codes).toBe(model.codesAt(now));
    return codes;
  };
  await register.import(rowsOf(model.first(startMs)), startMs, { kind: 'replace' });
  const seen = [compare(startMs)];
  for (let round = 0, now = startMs; round < 3; round++) {
    await register.import(rowsOf(model.changes(now)), now);
    seen.push(compare(now));
    await register.import(rowsOf(model.full(now)), now, { kind: 'replace' });
    seen.push(compare(now));
    await undoLastImport(register.connections.writer, { clock: () => now, actor: { who: 'soak', address: null } });
    model.undo();
    expect(compare(now)).toBe(seen.at(-2));
    now = midnight + round * 86_400_000 + 1_200_000;
    const scheduleDate = midnight + round * 86_400_000;
    const order = { scheduleDate, kind: 'catch-up', nowMs: now, actor: { who: '', address: null } } as const;
    expect(runReleaseJob(register.connections.writer, order).released).toBe(model.release(now));
    // a job that catches up makes names free when it has ended
    now += 60_000;
    seen.push(compare(now));
  }
  // each kind of status is there, and every change shows
  for (const code of ['200', '210', '220']) expect(seen[0]?.match(/.{3}/g)).toContain(code);
  expect(new Set(seen).size).toBe(seen.length);
  register.close();
});

test('the coverage has at each point the providers that the model has', async () => {
  const database = freshDatabase();
  const model = new ChangingCoverage(300);
  const lookup = coverageLookup(database.reader);
  const answers = () => {
    letCachesCheck();
    return model.points.map(({ x, y }) => {
      const units = { x: Math.round(Number(x) * 1e7) - 1_800_000_000, y: Math.round(Number(y) * 1e7) };
      return providersOf(lookup.answerAt(units, x, y));
    });
  };
  const change = async () => {
    const { technology, provider, text } = model.change();
    const fields = { ...offered, technology, provider };
    const { id } = await importOnly(
      database,
      file(text.replaceAll('"properties":{}', `"properties":${JSON.stringify(fields)}`)),
      {
        ...writing,
        mode: 'replace',
      },
    );
    await publishVersion(database, id, writing);
    expect(answers()).toEqual(model.answers());
  };
  for (let provider = 0; provider < 6; provider++) await change();
  expect(new Set(answers()).size).toBeGreaterThan(5);
  await rollBack(database, writing);
  model.rollBack();
  expect(answers()).toEqual(model.answers());
});
