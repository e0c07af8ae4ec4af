import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { claimJob } from '#db/jobs/queue.ts';
import { factsOf } from '#flows/broadband/import/file-jobs.ts';
import { inspectCoverage } from '#flows/broadband/import/inspect-coverage.ts';
import type { FoundCoverage } from '#lib/broadband/import/inspection.ts';
import { beginMapping } from '#lib/broadband/import/mapping/begin-mapping.ts';
import { noChoices } from '#lib/broadband/import/mapping/choices.ts';
import { file, square } from '#tests/support/files/coverage-files.ts';
import { fixtureNowMs, keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type ActionName, callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { auditRows, describeWritesOfEditors, revisionNow, type StaffWrite } from '#tests/support/staff/writes.ts';
import { storedUploads, uploadClient } from '#tests/support/uploads.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: SharedFixture;
let editor: string;
let viewer: string;
let uploadId: string;
let unwantedId: string;
let waitingWork: number;
let heart: ReturnType<typeof setInterval>;
let inspection: number;
let mapping: MappingFormValues;

beforeAll(async () => {
  fixture = await sharedFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  const content = JSON.stringify({
    type: 'Feature',
    properties: { TECH: 'FTTH', ISP: 'Kea Net', STATUS: 'Y', PLAN: '900/500' },
    geometry: { type: 'Polygon', coordinates: [square(172, -43)] },
  });
  const uploads = uploadClient(fixture.port, editor);
  uploadId = await uploads.whole('towns.geojson', content);
  unwantedId = await uploads.whole('unwanted.geojson', content);
  const database = openDatabase(fixture.databaseFile);
  const found = await inspectCoverage(database, file(content), noChoices);
  closeDatabase(database);
  const actor = { who: 'test', address: null };
  inspection = fixture.change((writer) => {
    const look = { kind: 'coverage inspection', title: 'Read towns.geojson', parameters: {}, uploadId } as const;
    const id = addJob(writer.db, look, { actor, nowMs: fixtureNowMs });
    const outcome = JSON.stringify({ code: 'coverage-inspected', inspection: found });
    writer.sqlite.prepare("UPDATE work SET queue = 'none', state = 'done', outcome = ? WHERE id = ?").run(outcome, id);
    const facts = factsOf(writer.db, found.found as FoundCoverage, 'towns.geojson');
    const begun = beginMapping(found.found?.proposals ?? [], facts, undefined);
    const constants = { ...begun.constants, bandwidth_min_mbps: '100', bandwidth_up_min_mbps: '20' };
    mapping = { ...begun, constants, inspection: id, providers: { 'Kea Net': 'new' } };
    return id;
  });
  waitingWork = fixture.change((writer) => {
    const later = (title: string) => {
      const work = { kind: 'coverage import', title, parameters: {} } as const;
      const id = addJob(writer.db, work, { actor, nowMs: fixtureNowMs });
      writer.sqlite.prepare("UPDATE work SET queue = 'held' WHERE id = ?").run(id);
      return id;
    };
    later('Coverage from held.geojson');
    claimJob(writer, 'held', Date.now());
    return later('Coverage from later.geojson');
  });
  // the jobs stay in the queue while this process is active
  heart = setInterval(() => {
    fixture.change(({ sqlite }) =>
      sqlite.prepare("UPDATE work SET heartbeat_at = ? WHERE queue = 'held'").run(Date.now()),
    );
  }, 10_000);
});
afterAll(() => clearInterval(heart));

const action = (folder: string, name: string): ActionName => ({ file: `app/admin/${folder}/actions.ts`, name });
const technology = { name: 'Satellite', nominalMaxMbps: '200', colour: '' };
const provider = { name: 'New Fibre', url: 'https://new.example/', wholesaleNetwork: 'No' };

/** Every write of these screens, in an order in which each can succeed. */
const writes: readonly StaffWrite[] = [
  {
    page: '/admin/technologies/new',
    action: action('technologies', 'addTechnology'),
    values: () => [{ ...technology, setId: '' }],
    recorded: ['technology.add', 'Satellite'],
  },
  {
    page: '/admin/technologies/6',
    action: action('technologies', 'saveTechnology'),
    carries: 'form',
    values: () => [6, { ...technology, colour: '#A28FF1' }],
    recorded: ['technology.change', 'Satellite'],
  },
  {
    page: '/admin/technologies',
    action: action('technologies', 'moveTechnology'),
    carries: 'button',
    values: () => [6, 'up'],
    recorded: ['technology.reorder', 'technologies'],
  },
  {
    page: '/admin/technologies/6',
    action: action('technologies', 'retireTechnology'),
    carries: 'button',
    values: () => [6],
    recorded: ['technology.retire', 'Satellite'],
  },
  {
    page: '/admin/technologies/6',
    action: action('technologies', 'reviveTechnology'),
    carries: 'button',
    values: () => [6],
    recorded: ['technology.revive', 'Satellite'],
  },
  {
    page: '/admin/providers/new',
    action: action('providers', 'addProvider'),
    values: () => [provider],
    recorded: ['provider.add', 'New Fibre'],
  },
  {
    page: '/admin/providers/1/settings',
    action: action('providers', 'saveProvider'),
    carries: 'form',
    values: () => [1, { ...provider, name: 'Northern Fibre' }],
    recorded: ['provider.change', 'North Fibre'],
  },
  {
    page: '/admin/providers/1/settings',
    action: action('providers', 'saveDefaultSpeeds'),
    carries: 'form',
    values: () => [1, { bandwidth_min_mbps_1: '100', bandwidth_max_mbps_1: '1 Gbps', bandwidth_up_max_mbps_4: '' }],
    recorded: ['provider.defaults', 'Northern Fibre'],
  },
  {
    page: '/admin/providers/1/settings',
    action: action('providers', 'addAlias'),
    values: () => [1, { alias: 'NF Ltd' }],
    recorded: ['provider.alias-add', 'Northern Fibre'],
  },
  {
    page: '/admin/providers/1/settings',
    action: action('providers', 'removeAlias'),
    carries: 'button',
    values: () => [1, 'NF Ltd'],
    recorded: ['provider.alias-remove', 'Northern Fibre'],
  },
  {
    page: '/admin/providers/7',
    action: action('providers', 'retireProvider'),
    carries: 'button',
    values: () => [7],
    recorded: ['provider.retire', 'New Fibre'],
  },
  {
    page: '/admin/providers/7',
    action: action('providers', 'reviveProvider'),
    carries: 'button',
    values: () => [7],
    recorded: ['provider.revive', 'New Fibre'],
  },
  {
    page: '/admin/providers/1',
    action: action('providers', 'applyProvider'),
    carries: 'button',
    values: () => [1, { fields: ['url'] }],
    recorded: ['work.start', 'Apply the details of Northern Fibre to published offers'],
  },
  {
    page: '/admin/coverage/import',
    action: action('coverage/import', 'inspectUpload'),
    values: () => [{ uploadId }],
    recorded: ['work.start', 'Read towns.geojson'],
  },
  {
    page: '/admin/coverage/import',
    action: action('coverage/import', 'removeFile'),
    values: () => [{ uploadId: unwantedId }],
    recorded: ['upload.remove', 'unwanted.geojson'],
  },
  {
    page: '/admin/coverage/import/1',
    action: action('coverage/import', 'readAgain'),
    values: () => [{ inspection, layer: '', crs: '2193', swap: false, encoding: '', places: {} }],
    recorded: ['work.start', 'Read towns.geojson'],
  },
  {
    page: '/admin/coverage/import/1',
    action: action('coverage/import', 'importMapped'),
    values: () => [mapping],
    recorded: ['work.start', 'Coverage from towns.geojson'],
  },
  {
    page: '/admin/jobs/1',
    action: action('jobs', 'stopJob'),
    values: () => [waitingWork],
    recorded: ['work.cancel', 'Coverage from later.geojson'],
  },
  {
    page: '/admin/jobs/1',
    action: action('jobs', 'tryAgain'),
    values: () => [waitingWork],
    recorded: ['work.start', 'Coverage from later.geojson'],
  },
];

describeWritesOfEditors(writes, () => ({ port: fixture.port, databaseFile: fixture.databaseFile, editor, viewer }));

test.each([
  ['a name that is taken', ['technologies', 'addTechnology'], [{ ...technology, name: 'fibre', setId: '' }], 'name'],
  ['a number that is taken', ['technologies', 'addTechnology'], [{ ...technology, name: 'X', setId: '3' }], 'setId'],
  [
    'no speed',
    ['technologies', 'addTechnology'],
    [{ ...technology, name: 'X', nominalMaxMbps: 'fast', setId: '' }],
    'nominalMaxMbps',
  ],
  [
    'no colour',
    ['technologies', 'saveTechnology'],
    [6, { ...technology, colour: 'url(x)' }, { revision: 0 }],
    'colour',
  ],
  [
    'an address of another kind',
    ['providers', 'addProvider'],
    [{ ...provider, name: 'X', url: 'javascript:alert(1)' }],
    'url',
  ],
  ['a name with a control character', ['providers', 'addProvider'], [{ ...provider, name: 'a\u0007b' }], 'name'],
  ['an alias of another provider', ['providers', 'addAlias'], [1, { alias: 'EAST FIBRE' }], 'alias'],
  ['no upload', ['coverage/import', 'inspectUpload'], [{ uploadId: '' }], 'uploadId'],
] as const)('%s is refused at its field', async (_what, [folder, name], values, field) => {
  const pages: Readonly<Record<string, string>> = {
    addAlias: '/admin/providers/1/settings',
    saveTechnology: '/admin/technologies/6',
  };
  const page = pages[name] ?? `/admin/${folder}${folder === 'coverage/import' ? '' : '/new'}`;
  const given = { page, action: action(folder, name), values, cookie: editor, origin: ownOrigin };
  const answer = await callAction(fixture.port, given);
  expect(answer).toMatchObject({ ok: false, status: 400 });
  expect(Object.keys(answer.fields ?? {})).toEqual([field]);
});

test('a file is removed with its bytes, unless a job needs it; the second time it no longer exists', async () => {
  const remove = (id: string) =>
    callAction(fixture.port, {
      page: '/admin/coverage/import',
      action: action('coverage/import', 'removeFile'),
      values: [{ uploadId: id }],
      cookie: editor,
      origin: ownOrigin,
    });
  const id = await uploadClient(fixture.port, editor).whole('not-wanted.geojson', '{}');
  const exists = () => storedUploads(fixture.databaseFile).some(({ name }) => name === id);
  const actor = { who: 'test', address: null };
  const look = { kind: 'coverage inspection', title: 'Read not-wanted.geojson', parameters: {}, uploadId: id } as const;
  const jobId = fixture.change((writer) => addJob(writer.db, look, { actor, nowMs: fixtureNowMs }));
  fixture.change(({ sqlite }) => sqlite.prepare("UPDATE work SET queue = 'held' WHERE id = ?").run(jobId));
  expect(await remove(id)).toMatchObject({ sentence: 'A job is using this file: cancel the job first.' });
  expect(exists()).toBe(true);
  fixture.change(({ sqlite }) => sqlite.prepare("UPDATE work SET state = 'done' WHERE id = ?").run(jobId));
  expect(await remove(id)).toMatchObject({ ok: true });
  expect(exists()).toBe(false);
  expect(await remove(id)).toMatchObject({ sentence: 'The uploaded file no longer exists: upload it again.' });
});

test("staff cannot inspect another person's upload", async () => {
  const answer = await callAction(fixture.port, {
    page: '/admin/coverage/import',
    action: action('coverage/import', 'inspectUpload'),
    values: [{ uploadId }],
    cookie: signIn(fixture.databaseFile, 'admin'),
    origin: ownOrigin,
  });
  expect(answer).toMatchObject({ ok: false, sentence: 'The uploaded file no longer exists: upload it again.' });
});

describe('the import of an inspected file', () => {
  const importBy = (values: object) => {
    const given = { page: '/admin/coverage/import/1', values: [{ ...mapping, ...values }] };
    const name = action('coverage/import', 'importMapped');
    return callAction(fixture.port, { ...given, action: name, cookie: editor, origin: ownOrigin });
  };

  test('is refused at the missing fields', async () => {
    const columns = { ...mapping.columns, technology: '', provider: 'NONE' };
    const answer = await importBy({ columns, meanings: { ...mapping.meanings, availability: {} }, asOf: '2099-01-01' });
    expect(answer).toMatchObject({ ok: false, status: 400, sentence: 'Fix the highlighted fields.' });
    expect(Object.keys(answer.fields ?? {}).sort()).toEqual(['asOf', 'columns.provider', 'columns.technology']);
  });

  test('a new name of a provider is stored with the import, and recorded in the audit log', async () => {
    const before = auditRows(fixture.databaseFile).length;
    const values = {
      columns: { ...mapping.columns, provider: '' },
      constants: { ...mapping.constants, provider: 'Moa Net' },
      providers: { 'Moa Net': '2' },
      mode: 'add',
      delivery: 'moa',
    };
    expect(await importBy({ ...values, mode: '' })).toMatchObject({
      fields: { mode: 'Choose what happens to the published coverage.' },
    });
    expect(await importBy(values)).toMatchObject({ ok: true });
    expect(
      auditRows(fixture.databaseFile)
        .slice(before)
        .map(({ action: done, subject }) => [done, subject])
        // a job of an earlier test may end meanwhile
        .filter(([done]) => done !== 'coverage.provider'),
    ).toEqual([
      ['provider.alias-add', 'East Fibre'],
      ['work.start', 'Coverage from towns.geojson'],
    ]);
  });

  test('is refused once the file is gone', async () => {
    fixture.change((writer) => writer.sqlite.prepare('DELETE FROM upload').run());
    expect(await importBy({})).toMatchObject({
      ok: false,
      sentence: 'The uploaded file no longer exists: upload it again.',
    });
  });
});

describe('a change is soon in every answer of both workers (N4)', () => {
  const technologies = async (): Promise<string[]> => {
    const target = `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(fixture.port, { target })));
    const lists = answers.map(({ body }) =>
      (JSON.parse(body) as { results: { technology: string; set_id: number }[] }).results
        .map(({ technology: name, set_id }) => `${set_id} ${name}`)
        .toSorted()
        .join(', '),
    );
    return [...new Set(lists)];
  };
  const bothAnswer = (expected: string) =>
    waitUntil(`the technologies ${expected}`, async () => (await technologies()).join(' or ') === expected);
  const five = '1 Fibre, 2 Cable, 3 VDSL, 4 Wireless, 5 ADSL';

  test('a technology that is added, renamed, retired and brought back', async () => {
    const editorDoes = async (name: string, ...values: unknown[]) => {
      const page = '/admin/technologies/new';
      const revision = revisionNow(fixture.databaseFile);
      const seen = { addTechnology: [], saveTechnology: [{ revision }] }[name] ?? [revision];
      const given = {
        page: name === 'addTechnology' ? page : '/admin/technologies/6',
        values: [...values, ...seen],
      };
      const answer = await callAction(fixture.port, {
        ...given,
        action: action('technologies', name),
        cookie: editor,
        origin: ownOrigin,
      });
      expect(answer).toMatchObject({ ok: true });
      return answer.value;
    };
    await editorDoes('retireTechnology', 6);
    await bothAnswer(five);
    const id = await editorDoes('addTechnology', { ...technology, name: 'Laser', setId: '8' });
    await bothAnswer(`${five}, 8 Laser`);
    await editorDoes('saveTechnology', id, { ...technology, name: 'Light' });
    await bothAnswer(`${five}, 8 Light`);
    await editorDoes('retireTechnology', id);
    await bothAnswer(five);
    await editorDoes('reviveTechnology', id);
    await bothAnswer(`${five}, 8 Light`);
  });

  test('a technology of published offers is not retired', async () => {
    const answer = await callAction(fixture.port, {
      page: '/admin/technologies/1',
      action: action('technologies', 'retireTechnology'),
      values: [1, 0],
      cookie: editor,
      origin: ownOrigin,
    });
    expect(answer).toMatchObject({ ok: false, sentence: expect.stringMatching(/^Fibre has \d+ published offers: /) });
    expect((await technologies())[0]).toContain('1 Fibre');
  });
});
