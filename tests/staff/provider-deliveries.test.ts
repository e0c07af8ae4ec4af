import { beforeAll, describe, expect, test } from 'vitest';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { putDefaultSpeeds } from '#db/broadband/own/settings.ts';
import { getVersion } from '#db/broadband/versions.ts';
import { getJob } from '#db/jobs/jobs.ts';
import { factsOf, getInspection } from '#flows/broadband/import/file-jobs.ts';
import type { FoundCoverage } from '#lib/broadband/import/inspection.ts';
import { beginMapping } from '#lib/broadband/import/mapping/begin-mapping.ts';
import { collection, feature, square } from '#tests/support/files/coverage-files.ts';
import { ask } from '#tests/support/http.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { callAction, ownOrigin, signIn, signInFor } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { auditRows, revisionNow } from '#tests/support/staff/writes.ts';
import { uploadClient } from '#tests/support/uploads.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: SharedFixture;
let north: string;
let east: string;
let viewer: string;
let editor: string;
let inspection: number;
let otherInspection: number;
let delivery: number;

beforeAll(async () => {
  fixture = await sharedFixture();
  north = signInFor(fixture.databaseFile, 'North Fibre', 'mere@north.example');
  east = signInFor(fixture.databaseFile, 'East Fibre', 'tama@east.example');
  viewer = signIn(fixture.databaseFile, 'viewer');
  editor = signIn(fixture.databaseFile, 'editor');
});

const get = (target: string, cookie: string) => ask(fixture.port, { target, headers: { Cookie: cookie } });
const job = (id: number) => readDatabase(fixture.databaseFile, (connection) => getJob(connection, id));

interface Call {
  readonly cookie?: string;
  readonly origin?: string;
}

function call(folder: string, page: string, name: string, values: readonly unknown[], given: Call = {}) {
  const action = { file: `app/admin/${folder}/actions.ts`, name };
  return callAction(fixture.port, { page, action, values, cookie: north, origin: ownOrigin, ...given });
}

const ended = (id: number) =>
  waitUntil(`job ${id}`, () => {
    const found = job(id);
    return found !== undefined && ['done', 'failed'].includes(found.state) && found;
  });

/** Uploads a file as North Fibre's person and has it inspected. @returns the number of the inspection */
async function inspect(name: string, properties: object): Promise<number> {
  const content = JSON.stringify(collection(feature(properties, square(174.2, -41))));
  const uploadId = await uploadClient(fixture.port, north).whole(name, content);
  const { value } = await call('own/import', '/admin/own/import', 'inspectOwnUpload', [{ uploadId }]);
  expect((await ended(Number(value))).state).toBe('done');
  return Number(value);
}

/** What the form of an inspected file begins with, as staff would see it. */
function mappingOf(id: number): MappingFormValues {
  return readDatabase(fixture.databaseFile, (connection) => {
    const found = getInspection(connection, id)?.inspection?.found as FoundCoverage;
    const facts = factsOf(connection.db, found, 'towns.geojson');
    return { ...beginMapping(found.proposals, facts, undefined), inspection: id, mode: 'add', delivery: 'Extension' };
  });
}

const importOwn = (id: number, changed: object = {}, given: Call = {}) =>
  call('own/import', `/admin/own/import/${id}`, 'importOwn', [{ ...mappingOf(id), ...changed }], given);

describe('a delivery', () => {
  test('is uploaded and inspected; nobody of another provider sees the file or its job', async () => {
    inspection = await inspect('towns.geojson', { provider: undefined });
    expect((await get(`/admin/own/import/${inspection}`, north)).body).toContain('towns.geojson');
    expect((await get(`/admin/own/import/${inspection}`, north)).body).not.toMatch(/East Fibre|Ring Cable/);
    expect((await get(`/admin/jobs/${inspection}/state`, north)).status).toBe(200);
    for (const hidden of [`/admin/own/import/${inspection}`, `/admin/jobs/${inspection}/state`])
      expect((await get(hidden, east)).status).toBe(404);
    const reading = { inspection, layer: '', crs: '', swap: false, encoding: '', places: {} };
    const page = `/admin/own/import/${inspection}`;
    const again = await call('own/import', page, 'readOwnAgain', [reading], { cookie: east });
    expect(again).toMatchObject({ ok: false, sentence: 'This file is no longer known: upload it again.' });
    const uploadId = job(inspection)?.uploadId;
    const removed = await call('own/import', '/admin/own/import', 'removeOwnFile', [{ uploadId }], { cookie: east });
    expect(removed).toMatchObject({ ok: false, status: 404 });
  });

  test.each([
    ['by a viewer', () => viewer, ownOrigin, 403],
    ['by an editor, who has a form of their own', () => editor, ownOrigin, 403],
    ['from a foreign Origin', () => north, 'https://evil.example', 403],
    ['by the person of another provider', () => east, ownOrigin, 400],
  ])('is refused %s', async (_how, cookieOf, origin, status) => {
    const before = auditRows(fixture.databaseFile);
    expect(await importOwn(inspection, {}, { cookie: cookieOf(), origin })).toMatchObject({ ok: false, status });
    expect(auditRows(fixture.databaseFile)).toEqual(before);
  });

  test('cannot replace all published coverage', async () => {
    const answer = await importOwn(inspection, { mode: 'replace all' });
    expect(answer).toMatchObject({ ok: false, fields: { mode: 'Choose one of the options.' } });
  });

  test('is of their own provider, whatever the form says', async () => {
    const constants = { ...mappingOf(inspection).constants, provider: 'East Fibre' };
    const { value } = await importOwn(inspection, { constants, own: 2 });
    const done = await ended(Number(value));
    expect(done).toMatchObject({ state: 'done', who: 'mere@north.example', providerId: 1 });
    const { outcome } = done;
    if (outcome?.code !== 'coverage-imported') throw new Error('No version was made.');
    expect(outcome.layers).toMatchObject([{ technology: 'Fibre', provider: 'North Fibre', delivery: 'Extension' }]);
    delivery = outcome.id;
    const version = readDatabase(fixture.databaseFile, ({ db }) => getVersion(db, delivery));
    expect(version).toMatchObject({ providerId: 1, madeBy: 'mere@north.example', publishedAt: null });
    const rows = auditRows(fixture.databaseFile).filter(({ who }) => who === 'mere@north.example');
    expect(rows.map(({ action }) => action)).toContain('coverage.import');
  });

  test('is previewed by its provider and by staff, and by nobody else', async () => {
    const own = await get(`/admin/own/deliveries/${delivery}`, north);
    expect([own.status, own.body.includes('Waits for staff')]).toEqual([200, true]);
    expect(own.body).not.toMatch(/East Fibre|Ring Cable/);
    expect((await get(`/admin/own/deliveries/${delivery}`, east)).status).toBe(404);
    const tile = `/tiles/1/5/31/20.mvt?v=${delivery}`;
    const statuses = await Promise.all([north, viewer, east].map(async (cookie) => (await get(tile, cookie)).status));
    expect(statuses.slice(0, 2)).not.toContain(404);
    expect(statuses[2]).toBe(404);
    const staffs = await get(`/admin/coverage/versions/${delivery}`, viewer);
    expect(staffs.body).toContain('Delivered by');
    expect(staffs.body).toContain('mere@north.example');
  });

  test('gets the default speeds that staff set where its file has none, and keeps them', async () => {
    const speeds = {
      bandwidth_min_mbps: 30,
      bandwidth_max_mbps: 700,
      bandwidth_up_min_mbps: 3,
      bandwidth_up_max_mbps: 70,
    };
    const setDefaults = (given: object) => fixture.change(({ db }) => putDefaultSpeeds(db, 1, 1, given));
    const noSpeeds = Object.fromEntries(Object.keys(speeds).map((field) => [field, undefined]));
    const open = await inspect('open.geojson', { provider: undefined, ...noSpeeds });
    expect(await importOwn(open)).toMatchObject({
      ok: false,
      fields: { 'columns.bandwidth_min_mbps': 'Choose a column, or enter a value for the whole file.' },
    });
    setDefaults(speeds);
    const form = (await get(`/admin/own/import/${open}`, north)).body.replaceAll('\u00a0', ' ');
    expect(form).toContain('If left empty: 700 Mbps, the default of North Fibre for Fibre.');
    expect((await get('/admin/own/import', north)).body.replaceAll('\u00a0', ' ')).toContain('700 Mbps');
    expect((await get('/admin/own/import', east)).body).toContain('You have no default speeds');
    const { outcome } = await ended(Number((await importOwn(open, { delivery: 'Open' })).value));
    if (outcome?.code !== 'coverage-imported') throw new Error('No version was made.');
    expect(outcome.notes).toMatchObject([{ code: 'default-speeds', provider: 'North Fibre', technology: 'Fibre' }]);
    setDefaults({ bandwidth_max_mbps: 1 });
    const page = (await get(`/admin/own/deliveries/${outcome.id}`, north)).body.replaceAll('\u00a0', ' ');
    expect(page).toContain('highest download speed 700 Mbps (1 feature)');
  });

  test('that names another provider in its file is refused, with nothing imported', async () => {
    otherInspection = await inspect('others.geojson', { provider: 'East Fibre' });
    const { value } = await importOwn(otherInspection);
    expect(await ended(Number(value))).toMatchObject({ state: 'failed', outcome: null });
    expect((await get(`/admin/own/work/${value}`, north)).body).toContain('You can only deliver the coverage of');
    expect((await get(`/admin/own/work/${value}`, east)).status).toBe(404);
  });
});

describe('a report about a point that North Fibre’s coverage answers', () => {
  let number: number;
  let link: string;
  let page: string;

  beforeAll(async () => {
    const report = { latitude: '-40.95', longitude: '174.05', what: 'No fibre.', email: 'kim@example.nz', shown: 'x' };
    const sent = await ask(fixture.port, {
      target: '/reports',
      method: 'POST',
      body: JSON.stringify({ ...report, website: '', seconds: 9 }),
      headers: { 'Content-Type': 'application/json', Referer: `${ownOrigin}/availability/-40.95/174.05` },
    });
    expect(sent.status).toBe(201);
    ({ number, link } = JSON.parse(sent.body) as { number: number; link: string });
    page = `/admin/own/reports/${number}`;
  });

  const answer = (changed: object, given: Call = {}, opened: object = openedNow()) =>
    call('own/reports', page, 'answerOwn', [number, changed, opened], given);
  const openedNow = () => ({
    revision: revisionNow(fixture.databaseFile),
    fields: { outcome: null, delivery: null, words: '' },
  });
  const outcome = (more = '') => {
    const { pathname, search } = new URL(link);
    return ask(fixture.port, { target: `${pathname}${search}${more}`, headers: { Accept: 'text/html' } });
  };

  test('is seen by its people without the visitor’s email address, and not by another provider', async () => {
    const { body } = await get(page, north);
    expect(body).toContain('No fibre.');
    expect(body).not.toContain('kim@example.nz');
    expect((await get('/admin/own/reports', north)).body).toContain('No fibre.');
    expect((await get(page, east)).status).toBe(404);
    expect((await get('/admin/own/reports', east)).body).not.toContain('No fibre.');
  });

  test('has a link that nobody can guess, which shows that nobody has answered', async () => {
    expect(link).toMatch(/^http:\/\/localhost:3000\/report\?token=[\w-]{40,}$/);
    const { status, body, headers } = await outcome();
    expect(status).toBe(200);
    expect(headers['cache-control']).toMatch(/no-store/);
    expect(body).toContain('Nobody has answered yet.');
    expect(body).not.toMatch(/No fibre|kim@|40\.95/);
    const wrong = await ask(fixture.port, { target: `/report?token=${'A'.repeat(43)}` });
    expect(wrong.status).toBe(404);
    expect((await ask(fixture.port, { target: '/report' })).status).toBe(404);
  });

  test.each([
    ['by a viewer', () => viewer, ownOrigin, 403],
    ['by an editor, who answers for staff', () => editor, ownOrigin, 403],
    ['from a foreign Origin', () => north, 'https://evil.example', 403],
    ['by the person of another provider', () => east, ownOrigin, 400],
  ])('is not answered %s', async (_how, cookieOf, origin, status) => {
    const before = auditRows(fixture.databaseFile);
    const refused = await answer({ outcome: 'confirmed' }, { cookie: cookieOf(), origin });
    expect(refused).toMatchObject({ ok: false, status });
    expect(auditRows(fixture.databaseFile)).toEqual(before);
  });

  test.each([
    ['no outcome', { words: 'Hm.' }, { outcome: 'Choose one of the options.' }],
    ['no reason', { outcome: 'not-so' }, { words: 'Say why, in a sentence or two.' }],
    ['no delivery', { outcome: 'corrected' }, { delivery: 'Choose the delivery that corrects it.' }],
    ['a delivery that is not theirs', { outcome: 'corrected', delivery: 99 }, { delivery: /no delivery 99/ }],
    ['a delivery that corrects nothing', { outcome: 'confirmed', delivery: 1 }, { delivery: /Only a correction/ }],
    ['a delivery from before it', () => ({ outcome: 'corrected', delivery }), { delivery: /older than the report/ }],
    [
      'no delivery and too many words',
      { outcome: 'corrected', words: 'x'.repeat(1001) },
      { delivery: 'Choose the delivery that corrects it.', words: /1,?000/ },
    ],
    ['another outcome', { outcome: 'lost' }, { outcome: 'Choose one of the options.' }],
  ])('is not answered with %s', async (_what, changed, fields) => {
    const expected = Object.fromEntries(
      Object.entries(fields).map(([field, words]) => [
        field,
        words instanceof RegExp ? expect.stringMatching(words) : words,
      ]),
    );
    const given = typeof changed === 'function' ? changed() : changed;
    expect(await answer(given)).toMatchObject({ ok: false, status: 400, fields: expected });
  });

  test('is answered; two people who answer at once do not overwrite each other', async () => {
    const { outcome: since } = await ended(Number((await importOwn(inspection, { delivery: 'Since' })).value));
    if (since?.code !== 'coverage-imported') throw new Error('No version was made.');
    expect((await get(page, north)).body).not.toContain(`Delivery ${delivery}:`);
    delivery = since.id;
    const opened = openedNow();
    expect(
      await answer({ outcome: 'corrected', delivery, words: 'We added <b>your</b> street.' }, {}, opened),
    ).toMatchObject({ ok: true });
    const colleague = signInFor(fixture.databaseFile, 'North Fibre', 'ana@north.example');
    const second = await answer({ outcome: 'not-so', words: 'No.' }, { cookie: colleague }, opened);
    expect(second).toMatchObject({ ok: false, status: 409 });
    const rows = auditRows(fixture.databaseFile);
    expect(rows.filter(({ action }) => action === 'report.answer')).toMatchObject([
      { subject: `report ${number}`, who: 'mere@north.example' },
    ]);
  });

  test('shows the visitor the outcome and the provider’s words, in both languages', async () => {
    const { body } = await outcome();
    expect(body).toContain(`Delivery ${delivery} corrects it, and will be published.`);
    expect(body).toContain('We added &lt;b&gt;your&lt;/b&gt; street.');
    expect(body).toContain('North Fibre');
    expect(body).not.toMatch(/mere@|No fibre\.|kim@/);
    expect((await outcome('&lang=mi')).body).toContain('Kei te tika koe.');
  });

  test('is answered by staff too, beside the provider', async () => {
    const values = [number, { outcome: 'confirmed', words: 'Thank you.' }, openedNow()];
    const given = { cookie: editor };
    expect(await call('reports', `/admin/reports/${number}`, 'answerAsStaff', values, given)).toMatchObject({
      ok: true,
    });
    const { body } = await outcome();
    expect(body).toContain('Thank you.');
    expect(body).toContain('We added');
    const staffs = await get(`/admin/reports/${number}`, viewer);
    expect(staffs.body).toContain('mere@north.example');
  });
});
