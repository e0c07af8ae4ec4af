import { expect, test } from 'vitest';
import { putBaseMap } from '#db/base-map/base-map.ts';
import { mark } from '#db/demonstration/marks.ts';
import { updateSecondFactorRequired } from '#db/staff/accounts.ts';
import { issueKeyByEmail } from '#flows/access/keys.ts';
import { allowForRegistrarNamed } from '#flows/access/networks.ts';
import { inviteStaff } from '#flows/staff/accounts.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { type FirstStep, firstSteps, stepsDone } from './first-steps.ts';

const by = { actor: { who: 'ana@watea.example', address: null }, nowMs: Date.parse('2026-11-23T12:00:00+13:00') };
const nothingSet = {
  streetMap: undefined,
  backup: undefined,
  notifications: { alertEmails: [], alertWebhook: undefined },
};

const doneOf = (done: Readonly<Record<FirstStep, boolean>> | undefined) =>
  firstSteps.filter((step) => done?.[step] === true);

test('a step is done when the database or the settings show it', async () => {
  const { writer } = freshDatabase();
  expect(doneOf(stepsDone(writer, nothingSet, by.nowMs))).toEqual([]);
  await inviteStaff(writer, { email: 'ana@watea.example', role: 'editor' }, by);
  expect(doneOf(stepsDone(writer, nothingSet, by.nowMs))).toEqual([]);
  await inviteStaff(writer, { email: 'ben@watea.example', role: 'admin' }, by);
  const network = { network: '192.0.2.0/24', registrar: 'Kauri', note: '', addsRegistrar: true };
  await allowForRegistrarNamed(writer, network, by);
  expect(doneOf(stepsDone(writer, nothingSet, by.nowMs))).toEqual(['admin', 'allowlist']);
  const set = {
    streetMap: {},
    // a folder without a backup in it is not done
    backup: {},
    notifications: { alertEmails: ['ops@watea.example'], alertWebhook: undefined },
  };
  const terms = { label: '', perSecond: null, perDay: null, origins: null, scopes: null };
  await issueKeyByEmail(writer, { email: 'kim@example.nz', ...terms, expiresAt: by.nowMs + 1000 }, by);
  updateSecondFactorRequired(writer.db, true);
  const all = ['admin', 'allowlist', 'key', 'street map', 'second factor', 'alerts'];
  expect(doneOf(stepsDone(writer, set, by.nowMs))).toEqual(all);
  // a key that has expired lets nobody in
  expect(doneOf(stepsDone(writer, set, by.nowMs + 1000))).not.toContain('key');
});

test('a street map is there by a setting or as a file', () => {
  const { writer } = freshDatabase();
  const file = { source: 'nz.pmtiles', sha256: '0', bytes: 1, attribution: 'OpenStreetMap', mostZoom: 14 };
  putBaseMap(writer.db, { ...file, importedAt: by.nowMs });
  expect(doneOf(stepsDone(writer, nothingSet, by.nowMs))).toEqual(['street map']);
});

test('a database with demonstration data needs no first steps', () => {
  const { writer } = freshDatabase();
  mark(writer.db, 'registrar', [1]);
  expect(stepsDone(writer, nothingSet, by.nowMs)).toBeUndefined();
});
