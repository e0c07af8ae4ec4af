import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { coverageChoices } from '#lib/broadband/import/mapping/choices.ts';
import { nowMs, offered, square } from '../../tests/support/coverage-files.ts';
import { freshDatabase } from '../../tests/support/fresh-database.ts';
import { makeFolder } from '../../tests/support/temporary-folder.ts';
import type { WorkContext } from './runner.ts';
import { runners } from './runners.ts';

/** A work's context with an uploaded file of areas in a provider's own words. */
function contextWith(parameters: unknown): { context: WorkContext; stages: Set<string> } {
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
  const context: WorkContext = {
    work: 1,
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
    sentence: 'towns.geojson was looked at. Nothing was changed yet.',
    data: { name: 'towns.geojson', found: { format: 'GeoJSON', report: { features: 1 } } },
  });
  // the outcome is kept as JSON
  const { found } = JSON.parse(JSON.stringify(outcome.data)) as { found: { proposals: object[] } };
  expect(found.proposals[0]).toMatchObject({ field: 'technology', column: 'TECH', mustConfirm: true });
  expect([...stages]).toEqual(['reading, bytes:', 'checking, bytes:']);
});

test('and imported with the choices that somebody made there', async () => {
  const choices = coverageChoices.parse({ columns: { technology: 'TECH' }, values: { technology: { FTTH: 'Fibre' } } });
  const { context } = contextWith({ mode: 'join', newProviders: true, choices });
  expect(await runners['coverage import'](context)).toMatchObject({
    sentence: 'Coverage version 1 is ready to be published.',
    data: { versionId: 1, baseId: null },
  });
});

test('choices that make no sense are refused before the file is read', async () => {
  const { context } = contextWith({ mode: 'join', newProviders: true, choices: { crs: 3793 } });
  await expect(runners['coverage import'](context)).rejects.toThrow();
});
