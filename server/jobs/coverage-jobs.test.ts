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
import type { JobContext } from './runner.ts';
import { runners } from './runners.ts';

/** A work's context with an uploaded file of areas in a provider's own words. */
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
    ...{ database: freshDatabase(), parameters, nowMs, signal: new AbortController().signal, finishWithin: () => {} },
    upload: { id: '0123', name: 'towns.geojson', bytes: 1, sha256: '', path },
    actor: { who: 'editor@example.nz', address: null },
    report: (stage) => void stages.add(stage),
  };
  return { context, stages };
}

test('an uploaded file is inspected by what its screen knows so far', async () => {
  const { context, stages } = contextWith({});
  const outcome = await runners['coverage inspection'](context);
  expect(outcome).toMatchObject({
    code: 'coverage-inspected',
    inspection: { name: 'towns.geojson', found: { format: 'GeoJSON', report: { features: 1 } } },
  });
  // the outcome is kept as JSON
  const kept = JSON.parse(JSON.stringify(outcome)) as { inspection: { found: { proposals: object[] } } };
  expect(kept.inspection.found.proposals[0]).toMatchObject({ field: 'technology', column: 'TECH', mustConfirm: true });
  expect([...stages]).toEqual(['read-file', 'check-file']);
});

test('and imported with the choices that somebody made there', async () => {
  const choices = coverageChoices.parse({ columns: { technology: 'TECH' }, values: { technology: { FTTH: 'Fibre' } } });
  const { context } = contextWith({ mode: 'join', newProviders: true, choices });
  expect(await runners['coverage import'](context)).toMatchObject({
    ...{ code: 'coverage-imported', id: 1 },
  });
});

test('choices that make no sense are refused before the file is read', async () => {
  const { context } = contextWith({ mode: 'join', newProviders: true, choices: { crs: 3793 } });
  await expect(runners['coverage import'](context)).rejects.toThrow();
});

test('work on the coverage waits while the command line is at it, says so, and goes on afterwards', async () => {
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

test('work that waits is given up as soon as somebody wants that', async () => {
  const { context } = contextWith({ mode: 'join', newProviders: true });
  const report = () => {
    throw 'cancel';
  };
  await withCoverageLock(context.database.writer, nowMs, async () => {
    await expect(runners['coverage import']({ ...context, report })).rejects.toBe('cancel');
  });
});

test('what is refused speaks of what the browser shows', async () => {
  const choices = coverageChoices.parse({ columns: { technology: 'TECH' }, values: { technology: { FTTH: 'Fibre' } } });
  const { context } = contextWith({ mode: 'join', newProviders: true, choices });
  await importFile(context.database, file(collection(feature({}, square(174, -41)))));
  publishNow(context.database.writer.db, 1, writing);
  await expect(runners['coverage import'](context)).rejects.toMatchObject({
    message: 'The file’s layers cannot be told from those that stand; nothing was imported.',
    faults: [
      {
        where: 'Fibre of One',
        message:
          'there is a layer already (delivery "towns"): choose “Replace it” to replace it, or “Add to it” to keep both',
      },
    ],
  });
});

test('a provider that a file calls by another name of its own is known, however that is written', async () => {
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

test('only the providers that were said to be new are added', async () => {
  const { context } = contextWith({});
  const theirs = file(collection(feature({}, square(174, -41)), feature({ provider: 'Two' }, square(175, -41))));
  await expect(importFile(context.database, theirs, { newProviders: ['ONE'] })).rejects.toMatchObject({
    faults: [{ message: expect.stringContaining('"Two" is not a provider that is known') }],
  });
  const { newProviders } = await importFile(context.database, theirs, { newProviders: ['ONE', 'two'] });
  expect(newProviders).toEqual(['One', 'Two']);
});
