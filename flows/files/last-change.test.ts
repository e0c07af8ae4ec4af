import { copyFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { addRegistrar } from '#flows/access/registrars.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { missingChange, noteLastChange } from './last-change.ts';

const by = { actor: { who: 'jo@example.nz', address: null }, nowMs: 1_795_200_000_000 };
const named = (name: string) => ({ name, contactEmail: '', note: '', perSecond: null, enabled: true });

test('a database that was restored from a backup is older than the files beside it', async () => {
  const { writer } = freshDatabase();
  expect(missingChange(writer)).toBeUndefined();
  await addRegistrar(writer, named('Kea'), by);
  const note = noteLastChange(writer, undefined);
  expect(missingChange(writer)).toBeUndefined();
  writer.sqlite.exec(`VACUUM INTO '${writer.sqlite.name}.backup'`);
  await addRegistrar(writer, named('Tui'), by);
  noteLastChange(writer, note);
  expect(missingChange(writer)).toBeUndefined();

  const backup = openWriter(`${writer.sqlite.name}.backup`);
  copyFileSync(`${writer.sqlite.name}.last-change`, `${writer.sqlite.name}.backup.last-change`);
  expect(missingChange(backup)).toBe(2);
  // another change at the same place is not the noted one either
  await addRegistrar(backup, named('Moa'), by);
  expect(missingChange(backup)).toBe(2);
  noteLastChange(backup, note);
  expect(missingChange(backup)).toBeUndefined();
  backup.sqlite.close();
});
