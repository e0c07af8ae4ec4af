import { getKeyWithUser } from '#db/access/keys.ts';
import { getNetworkEntry, insertNetwork } from '#db/access/networks.ts';
import { getRegistrar } from '#db/access/registrars.ts';
import { getUser } from '#db/access/users.ts';
import type { Authorship } from '#db/audit/record-change.ts';
import { getFlaggedAfterDays } from '#db/broadband/freshness.ts';
import { chosenTechnologies } from '#db/broadband/own/settings.ts';
import { requireProvider } from '#db/broadband/providers.ts';
import { getTechnology } from '#db/broadband/technologies.ts';
import type { Connection } from '#db/client.ts';
import { getOpenDataChoice } from '#db/open-data/open-data.ts';
import { getListedName } from '#db/registry/listed-names.ts';
import { getAnswer } from '#db/reports/answers.ts';
import { addReport, getReport } from '#db/reports/reports.ts';
import { getAccount, insertAccount } from '#db/staff/accounts.ts';
import { changeKey, issueKey, keyFields, replaceKey, revokeKey } from '#flows/access/keys.ts';
import { changeNetwork, networkFields, removeNetwork } from '#flows/access/networks.ts';
import { addRegistrar, changeRegistrar, registrarFields, removeRegistrar } from '#flows/access/registrars.ts';
import { addUser, changeUser, removeUser, userFields } from '#flows/access/users.ts';
import { changeCoveragePolicy } from '#flows/broadband/coverage-changes.ts';
import { changeDefaultSpeeds, defaultSpeedValues } from '#flows/broadband/default-speed-changes.ts';
import {
  addAlias,
  addProvider,
  changeDeliverable,
  changeProvider,
  orderProviderApplication,
  providerFields,
  removeAlias,
  retireProvider,
  reviveProvider,
} from '#flows/broadband/provider-changes.ts';
import {
  addTechnology,
  changeTechnology,
  moveTechnology,
  retireTechnology,
  reviveTechnology,
  technologyFields,
} from '#flows/broadband/technology-changes.ts';
import type { Seen } from '#flows/editing.ts';
import { changeOpenData } from '#flows/open-data/change-open-data.ts';
import { addListedName, changeListedName, removeListedName, saveListedName } from '#flows/registry/listed-names.ts';
import { answerReport, changeReport } from '#flows/reports/reports.ts';
import {
  changeRole,
  disableStaff,
  enableStaff,
  removeSecondFactors,
  removeStaff,
  renewLink,
} from '#flows/staff/accounts.ts';
import { requireSecondFactor } from '#flows/staff/second-factors.ts';
import type { Edited, Fields } from '#lib/editing/merge-fields.ts';

/** Everything that staff edit in a form, by the name of its change. A form whose change is missing here fails a test. */
export interface EditableRecord {
  /** Makes a record. @returns what identifies it */
  readonly make: (writer: Connection, by: Authorship, number: number) => Promise<object> | object;
  /** Some values for each field; every combination is valid. */
  readonly values: (number: number) => Readonly<Record<string, readonly unknown[]>>;
  readonly read: (writer: Connection, key: object) => Fields;
  readonly edit: (writer: Connection, given: object, by: Authorship) => Promise<Edited>;
}

/** The changes take any fields here; their own schemas check them. */
type AnyEdit = EditableRecord['edit'];
const idOf = (key: object) => (key as { readonly id: number }).id;
const found = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new Error('The record no longer exists.');
  return row;
};
const day = (text: string) => Date.parse(`${text}T00:00:00+12:00`);

const registrar = async (writer: Connection, by: Authorship, number: number) => ({
  id: await addRegistrar(
    writer,
    { name: `Registrar ${number}`, contactEmail: '', note: '', perSecond: null, enabled: true },
    by,
  ),
});
const user = async (writer: Connection, by: Authorship, number: number) => ({
  id: await addUser(writer, { email: `u${number}@example.nz`, name: '', organisation: '', note: '' }, by),
});
const network = async (writer: Connection, by: Authorship, number: number) => {
  const { id: registrarId } = await registrar(writer, by, number);
  const text = `10.${(number >> 8) & 255}.${number & 255}.0/24`;
  return { id: insertNetwork(writer.db, { registrarId, network: text }, by.nowMs) };
};
const terms = { label: '', expiresAt: null, perSecond: null, perDay: null, origins: null };
const key = async (writer: Connection, by: Authorship, number: number) => {
  const { id: userId } = await user(writer, by, number);
  return { id: (await issueKey(writer, { userId, ...terms }, by)).id };
};
const provider = async (writer: Connection, by: Authorship, number: number) => ({
  id: await addProvider(writer, { name: `Provider ${number}`, url: '', wholesaleNetwork: 'No' }, by),
});
const technology = async (writer: Connection, by: Authorship, number: number) => ({
  id: await addTechnology(writer, { name: `Technology ${number}`, nominalMaxMbps: 10, colour: null }, by),
});
const listed = async (writer: Connection, by: Authorship, number: number) => {
  const name = `name${number}.co.nz`;
  await addListedName(writer, { name, status: 'Reserved', reason: '' }, by);
  return { name };
};
const visitorReport = { point: { x: 1, y: -1 }, what: 'x', email: undefined, shown: '' };
const report = (writer: Connection, by: Authorship) => ({
  id: addReport(writer.db, visitorReport, { answer: '{}', versionId: undefined }, by.nowMs),
});
const answered = async (writer: Connection, by: Authorship) => {
  const { id } = report(writer, by);
  await answerReport(writer, { report: id, outcome: 'confirmed', words: 'one' }, by);
  return { report: id };
};
const person = (writer: Connection, by: Authorship, number: number) => ({
  id: insertAccount(writer.db, { email: `p${number}@example.nz`, role: 'viewer' }, by.nowMs),
});

export const editableRecords: Readonly<Record<string, EditableRecord>> = {
  changeRegistrar: {
    make: registrar,
    values: (number) => ({
      name: [`Registrar ${number}`, `Registrar ${number} Ltd`, `Registrar ${number} NZ`],
      contactEmail: ['', 'a@example.nz', 'b@example.nz'],
      note: ['', 'one', 'two\nlines'],
      perSecond: [null, 5, 7],
      enabled: [true, false],
    }),
    read: ({ db }, of) => registrarFields(found(getRegistrar({ db }, idOf(of)))),
    edit: changeRegistrar as AnyEdit,
  },
  changeNetwork: {
    make: network,
    values: () => ({
      note: ['', 'office', 'branch'],
      validFrom: [null, day('2020-01-01'), day('2021-01-01')],
      validUntil: [null, day('2030-01-01'), day('2031-01-01')],
    }),
    read: ({ db }, of) => networkFields(found(getNetworkEntry({ db }, idOf(of))).entry),
    edit: changeNetwork as AnyEdit,
  },
  changeUser: {
    make: user,
    values: (number) => ({
      email: [`u${number}@example.nz`, `u${number}@example.com`, `u${number}@example.org`],
      name: ['', 'Jo', 'Ana'],
      organisation: ['', 'One', 'Two'],
      note: ['', 'x', 'y'],
    }),
    read: ({ db }, of) => userFields(found(getUser({ db }, idOf(of)))),
    edit: changeUser as AnyEdit,
  },
  changeKey: {
    make: key,
    values: () => ({
      label: ['', 'site', 'app'],
      expiresAt: [null, day('2040-01-01'), day('2041-01-01')],
      perSecond: [null, 1, 2],
      perDay: [null, 10, 20],
      origins: [null, ['https://a.nz'], ['https://a.nz', 'https://b.nz']],
      scopes: [null, ['1.0'], ['2.0', 'addresses']],
    }),
    read: ({ db }, of) => keyFields(found(getKeyWithUser(db, idOf(of))).key),
    edit: changeKey as AnyEdit,
  },
  changeProvider: {
    make: provider,
    values: (number) => ({
      name: [`Provider ${number}`, `Provider ${number} NZ`, `Provider ${number} Ltd`],
      url: ['', 'https://a.example/', 'https://b.example/'],
      wholesaleNetwork: ['No', 'Yes', 'Both'],
    }),
    read: ({ db }, of) => providerFields(requireProvider(db, idOf(of))),
    edit: changeProvider as AnyEdit,
  },
  changeTechnology: {
    make: technology,
    values: (number) => ({
      name: [`Technology ${number}`, `Technology ${number}a`, `Technology ${number}b`],
      nominalMaxMbps: [10, 20, 30],
      colour: [null, '#112233', '#445566'],
    }),
    read: ({ db }, of) => technologyFields(found(getTechnology({ db }, idOf(of)))),
    edit: changeTechnology as AnyEdit,
  },
  changeCoveragePolicy: {
    make: () => ({}),
    values: () => ({ flaggedAfterDays: [30, 60, 90, 365] }),
    read: ({ db }) => ({ flaggedAfterDays: getFlaggedAfterDays(db) }),
    edit: changeCoveragePolicy as AnyEdit,
  },
  changeOpenData: {
    make: (writer, by) =>
      changeOpenData(writer, { licence: 'CC-BY-4.0', attribution: 'Made by a test' }, by).then(() => ({})),
    values: () => ({
      isOffered: [true, false],
      licence: ['CC-BY-4.0', 'CC0-1.0'],
      attribution: ['Commerce Commission', 'Crown'],
    }),
    read: ({ db }) => ({ ...getOpenDataChoice({ db }) }),
    edit: changeOpenData as AnyEdit,
  },
  changeListedName: {
    make: listed,
    values: () => ({ status: ['Reserved', 'Prohibited'], reason: ['', 'one', 'two'] }),
    read: ({ db }, of) => {
      const { status, reason } = found(getListedName({ db }, (of as { readonly name: string }).name));
      return { status, reason };
    },
    edit: changeListedName as AnyEdit,
  },
  changeReport: {
    make: report,
    values: () => ({ state: ['open', 'done'], note: ['', 'asked', 'answered'] }),
    read: ({ db }, of) => {
      const { state, note } = found(getReport({ db }, idOf(of)));
      return { state, note };
    },
    edit: changeReport as AnyEdit,
  },
  answerReport: {
    make: answered,
    values: () => ({ outcome: ['confirmed', 'not-so'], words: ['one', 'two', 'three'] }),
    read: (connection, of) => {
      const { outcome, words } = found(getAnswer(connection, (of as { report: number }).report, null));
      return { outcome, words };
    },
    edit: answerReport as AnyEdit,
  },
  changeDeliverable: {
    make: provider,
    values: () => ({ delivers: [null, [1], [2, 3]] }),
    read: ({ db }, of) => ({ delivers: chosenTechnologies(db, idOf(of)) }),
    edit: changeDeliverable as AnyEdit,
  },
  changeDefaultSpeeds: {
    make: provider,
    values: () => ({
      bandwidth_min_mbps_1: [null, 0, 100],
      bandwidth_max_mbps_1: [null, 900, 950.5],
      bandwidth_up_max_mbps_4: [null, 10, 20],
    }),
    read: ({ db }, of) => defaultSpeedValues(db, idOf(of)),
    edit: (writer, given, by) => {
      const { id, seen, ...speeds } = given as { readonly id: number; readonly seen: Seen };
      return changeDefaultSpeeds(writer, { id, seen, speeds }, by);
    },
  },
  changeRole: {
    make: person,
    values: () => ({ role: ['viewer', 'editor', 'admin'] }),
    read: ({ db }, of) => ({ role: found(getAccount({ db }, idOf(of))).role }),
    edit: changeRole as AnyEdit,
  },
};

/** A change without fields of its own: a record, what someone else does to it meanwhile, and the change. */
interface RecordAct {
  readonly make: EditableRecord['make'];
  readonly meanwhile: (writer: Connection, key: object, by: Authorship) => Promise<unknown>;
  readonly act: (writer: Connection, key: object, seen: Seen, by: Authorship) => Promise<unknown>;
}

const ofRecord =
  <Result>(change: (writer: Connection, given: never, by: Authorship) => Promise<Result>): RecordAct['act'] =>
  (writer, of, seen, by) =>
    change(writer, { record: idOf(of), seen } as never, by);
const noted = (change: unknown) => (writer: Connection, of: object, by: Authorship) =>
  (change as AnyEdit)(writer, { ...of, note: 'meanwhile' }, by);
const labelled = (writer: Connection, of: object, by: Authorship) =>
  changeKey(writer, { id: idOf(of), label: 'meanwhile' }, by);
const readdressed = (writer: Connection, of: object, by: Authorship) =>
  changeProvider(writer, { id: idOf(of), url: 'https://meanwhile.example/' }, by);
const recoloured = (writer: Connection, of: object, by: Authorship) =>
  changeTechnology(writer, { id: idOf(of), colour: '#abcdef' }, by);
const promoted = (writer: Connection, of: object, by: Authorship) =>
  changeRole(writer, { id: idOf(of), role: 'editor' }, by);

/** Every button that changes a record, and every form that acts on one, by the name of its change. */
export const recordActs: Readonly<Record<string, RecordAct>> = {
  removeRegistrar: { make: registrar, meanwhile: noted(changeRegistrar), act: ofRecord(removeRegistrar) },
  removeNetwork: { make: network, meanwhile: noted(changeNetwork), act: ofRecord(removeNetwork) },
  removeUser: { make: user, meanwhile: noted(changeUser), act: ofRecord(removeUser) },
  revokeKey: { make: key, meanwhile: labelled, act: ofRecord(revokeKey) },
  replaceKey: {
    make: key,
    meanwhile: labelled,
    act: (writer, of, seen, by) => replaceKey(writer, { id: idOf(of), overlapMs: 0, expiresAt: null, seen }, by),
  },
  retireProvider: { make: provider, meanwhile: readdressed, act: ofRecord(retireProvider) },
  reviveProvider: {
    make: async (writer, by, number) => {
      const made = await provider(writer, by, number);
      await retireProvider(writer, made.id, by);
      return made;
    },
    meanwhile: async (writer, of, by) => {
      await reviveProvider(writer, idOf(of), by);
      await retireProvider(writer, idOf(of), by);
    },
    act: ofRecord(reviveProvider),
  },
  removeAlias: {
    make: async (writer, by, number) => {
      const made = await provider(writer, by, number);
      await addAlias(writer, { ...made, alias: 'Other name' }, by);
      return made;
    },
    meanwhile: readdressed,
    act: (writer, of, seen, by) => removeAlias(writer, { id: idOf(of), alias: 'Other name', seen }, by),
  },
  orderProviderApplication: {
    make: provider,
    meanwhile: readdressed,
    act: (writer, of, seen, by) => orderProviderApplication(writer, { id: idOf(of), fields: [], seen }, by),
  },
  retireTechnology: { make: technology, meanwhile: recoloured, act: ofRecord(retireTechnology) },
  reviveTechnology: {
    make: async (writer, by, number) => {
      const made = await technology(writer, by, number);
      await retireTechnology(writer, made.id, by);
      return made;
    },
    meanwhile: recoloured,
    act: ofRecord(reviveTechnology),
  },
  moveTechnology: {
    make: technology,
    meanwhile: (writer, of, by) => moveTechnology(writer, { id: idOf(of), direction: 'up' }, by),
    act: (writer, of, seen, by) => moveTechnology(writer, { id: idOf(of), direction: 'up', seen }, by),
  },
  removeListedName: {
    make: listed,
    meanwhile: (writer, of, by) =>
      saveListedName(writer, { ...(of as { readonly name: string }), status: 'Prohibited' }, by),
    act: (writer, of, seen, by) =>
      removeListedName(writer, { record: (of as { readonly name: string }).name, seen }, by),
  },
  renewLink: { make: person, meanwhile: promoted, act: ofRecord(renewLink) },
  disableStaff: { make: person, meanwhile: promoted, act: ofRecord(disableStaff) },
  removeStaff: { make: person, meanwhile: promoted, act: ofRecord(removeStaff) },
  enableStaff: {
    make: async (writer, by, number) => {
      const made = person(writer, by, number);
      await disableStaff(writer, made.id, by);
      return made;
    },
    // enabled, and disabled again for a new reason
    meanwhile: async (writer, of, by) => {
      await enableStaff(writer, idOf(of), by);
      await disableStaff(writer, idOf(of), by);
    },
    act: ofRecord(enableStaff),
  },
  removeSecondFactors: { make: person, meanwhile: promoted, act: ofRecord(removeSecondFactors) },
  requireSecondFactor: {
    make: () => ({}),
    meanwhile: (writer, _of, by) => requireSecondFactor(writer, true, by),
    act: (writer, _of, seen, by) => requireSecondFactor(writer, { record: true, seen }, by),
  },
};
