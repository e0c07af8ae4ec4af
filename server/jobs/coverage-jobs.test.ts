import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { requireProviderByName } from '#db/broadband/providers.ts';
import { addAlias } from '#flows/broadband/provider-changes.ts';
import { publishNow } from '#flows/broadband/publication.ts';
import { coverageChoices } from '#lib/broadband/import/mapping/choices.ts';
import {
  collection,
  feature,
  file,
  importFile,
  nowMs,
  offered,
  square,
  writing,
} from '#tests/support/files/coverage-files.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import type { JobContext } from './runner.ts';
import { runners } from './runners.ts';

/** The context of a job with an uploaded file whose columns have its provider's names. */
function contextWith(parameters: unknown): { context: JobContext; stages: Set<string> } {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const path = join(folder.path, '0123456789abcdef');
  const { technology, ...rest } = offered;
  const given = {
    type: 'Feature',
    properties: { TECH: 'FTTH', ...rest },
    geometry: { type: 'Polygon', coordinates: [square(174, -41)] },
  };
  writeFileSync(path, JSON.stringify(given));
  const stages = new Set<string>();
  const context: JobContext = {
    database: freshDatabase(),
    parameters,
    nowMs,
    signal: new AbortController().signal,
    finishWithin: () => {},
    upload: { id: '0123', name: 'towns.geojson', bytes: 1, path },
    actor: { who: 'editor@example.nz', address: null },
    report: (stage) => void stages.add(stage),
  };
  return { context, stages };
}

test('an uploaded file is inspected with the choices so far', async () => {
  const { context, stages } = contextWith({});
  const outcome = await runners['coverage inspection'](context);
  expect(outcome).toMatchObject({
    code: 'coverage-inspected',
    inspection: { name: 'towns.geojson', found: { format: 'GeoJSON', report: { features: 1 } } },
  });
  // the outcome is stored as JSON
  const kept = JSON.parse(JSON.stringify(outcome)) as { inspection: { found: { proposals: object[] } } };
  expect(kept.inspection.found.proposals[0]).toMatchObject({ field: 'technology', column: 'TECH', mustConfirm: true });
  // a text is hashed while it is checked
  expect([...stages]).toEqual(['check-file']);
});

test('an inspected file is imported with the choices made on its screen', async () => {
  const choices = coverageChoices.parse({ columns: { technology: 'TECH' }, values: { technology: { FTTH: 'Fibre' } } });
  const { context } = contextWith({ mode: 'join', newProviders: true, choices });
  expect(await runners['coverage import'](context)).toMatchObject({
    code: 'coverage-imported',
    id: 1,
  });
});

test('invalid choices are refused before the file is read', async () => {
  const { context } = contextWith({ mode: 'join', newProviders: true, choices: { crs: 3793 } });
  await expect(runners['coverage import'](context)).rejects.toThrow();
});

test('a job waits while the command line changes coverage, reports that, and continues afterwards', async () => {
  const choices = coverageChoices.parse({ columns: { technology: 'TECH' }, values: { technology: { FTTH: 'Fibre' } } });
  const { context, stages } = contextWith({ mode: 'join', newProviders: true, choices });
  const atWork = Promise.withResolvers<void>();
  const elsewhere = withCoverageLock(context.database.writer, nowMs, () => atWork.promise);
  const importing = runners['coverage import'](context);
  await vi.waitFor(() => expect([...stages]).toEqual(['wait-for-command-line']));
  atWork.resolve();
  await elsewhere;
  expect(await importing).toMatchObject({ code: 'coverage-imported', id: 1 });
});

test('a waiting job can be cancelled', async () => {
  const { context } = contextWith({ mode: 'join', newProviders: true });
  const report = () => {
    throw 'cancel';
  };
  await withCoverageLock(context.database.writer, nowMs, async () => {
    await expect(runners['coverage import']({ ...context, report })).rejects.toBe('cancel');
  });
});

test('a refusal is a code with its facts, for every screen', async () => {
  const choices = coverageChoices.parse({ columns: { technology: 'TECH' }, values: { technology: { FTTH: 'Fibre' } } });
  const { context } = contextWith({ mode: 'join', newProviders: true, choices });
  await importFile(context.database, file(collection(feature({}, square(174, -41)))));
  publishNow(context.database.writer.db, 1, writing);
  expect((await rejectionOf(runners['coverage import'](context))).record).toEqual({
    reason: { code: 'layers-unclear' },
    faults: [{ where: { name: 'Fibre of One' }, reason: { code: 'layer-published', deliveries: ['towns'] } }],
    total: 1,
  });
});

test('a provider is recognised by its other names, in any capitals', async () => {
  const { context } = contextWith({});
  const { db } = context.database.writer;
  await importFile(context.database, file(collection(feature({}, square(174, -41)))));
  const alias = { id: requireProviderByName(db, 'One').id, alias: 'Ōne Ltd' };
  addAlias.within(db, alias, { actor: context.actor, nowMs });
  const theirs = file(collection(feature({ provider: ' ōNE LTD' }, square(175, -41))));
  const { layers, newProviders } = await importFile(context.database, theirs, { newProviders: false });
  expect(layers).toMatchObject([{ provider: 'One', offers: 1 }]);
  expect(newProviders).toEqual([]);
});

test('only the providers listed as new are added', async () => {
  const { context } = contextWith({});
  const theirs = file(collection(feature({}, square(174, -41)), feature({ provider: 'Two' }, square(175, -41))));
  const { faults } = await rejectionOf(importFile(context.database, theirs, { newProviders: ['ONE'] }));
  expect(faults.map(({ reason }) => reason)).toEqual([
    { code: 'provider-unknown', of: { field: 'provider' }, name: 'Two' },
  ]);
  const { newProviders } = await importFile(context.database, theirs, { newProviders: ['ONE', 'two'] });
  expect(newProviders).toEqual(['One', 'Two']);
});
