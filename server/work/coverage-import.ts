import { z } from 'zod';
import { importNotes } from '#cli/coverage-report.ts';
import { importCoverage } from '#db/coverage-import.ts';
import { importModes } from '#lib/broadband/import/layer-plan.ts';
import { type FieldName, fieldNames } from '#lib/broadband/import/offer-fields.ts';
import type { WorkOutcome } from '#lib/work/outcome.ts';
import { requireUpload, type WorkContext } from './runner.ts';

const parameters = z.object({
  mode: z.enum(importModes),
  newProviders: z.boolean(),
  columns: z.partialRecord(z.enum(fieldNames), z.string()).default({}),
  defaults: z.partialRecord(z.enum(fieldNames), z.union([z.string(), z.number()])).default({}),
});

export type CoverageImportParameters = z.input<typeof parameters>;

/** Makes a version from an uploaded file on top of what is published, ready to be looked at and published. */
export async function importCoverageFile(context: WorkContext): Promise<WorkOutcome> {
  const { database, actor, nowMs, report } = context;
  const { mode, newProviders, columns, defaults } = parameters.parse(context.parameters);
  const writing = { nowMs, actor, onProgress: report };
  const imported = await importCoverage(database, requireUpload(context), {
    ...{ ...writing, mode, newProviders },
    columns: new Map(Object.entries(columns) as [FieldName, string][]),
    defaults: new Map(Object.entries(defaults) as [FieldName, string | number][]),
  });
  const { id, baseId, layers } = imported;
  const counted = (count: number, one: string, many: string) =>
    `${count.toLocaleString('en-NZ')} ${count === 1 ? one : many}`;
  return {
    sentence: `Coverage version ${id} is ready to be published.`,
    notes: [
      ...layers.map(
        ({ technology, provider, delivery, offers, parts, vertices }) =>
          `${technology} of ${provider}, delivery “${delivery}”: ${counted(offers, 'offer', 'offers')}, ${counted(parts, 'area', 'areas')}, ${counted(vertices, 'vertex', 'vertices')}.`,
      ),
      ...imported.newProviders.map((name) => `${name} is a new provider.`),
      ...importNotes(imported),
    ],
    data: { versionId: id, baseId: baseId ?? null },
  };
}
