import { z } from 'zod';
import { importNotes } from '#cli/coverage-report.ts';
import { coverageFileAt } from '#db/coverage-file.ts';
import { type ImportedLayer, importCoverage } from '#db/coverage-import.ts';
import { importModes } from '#lib/broadband/import/layer-plan.ts';
import { type FieldName, fieldNames } from '#lib/broadband/import/offer-fields.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
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
  const { path, name } = requireUpload(context);
  let isChecked = false;
  const file = tellReading(coverageFileAt(path, name), (done, total) => {
    // read again to be stored, how much is stored says more
    if (!isChecked) report('checking, bytes:', done, total);
  });
  const onProgress = (stage: string, done: number, total: number) => {
    isChecked ||= stage !== 'tidying up';
    report(stage, done, total);
  };
  const imported = await importCoverage(database, file, {
    ...{ nowMs, actor, onProgress, mode, newProviders },
    columns: new Map(Object.entries(columns) as [FieldName, string][]),
    defaults: new Map(Object.entries(defaults) as [FieldName, string | number][]),
  });
  const { id, baseId } = imported;
  return {
    sentence: `Coverage version ${id} is ready to be published.`,
    notes: [
      ...imported.layers.map(describeLayer),
      ...imported.newProviders.map((provider) => `${provider} is a new provider.`),
      ...importNotes(imported),
    ],
    data: { versionId: id, baseId: baseId ?? null },
  };
}

/** The same file; `onBytes` is told how far each reading of it is. */
function tellReading(file: SourceFile, onBytes: (done: number, total: number) => void): SourceFile {
  return {
    ...file,
    async *read(start = 0, end) {
      let done = start;
      for await (const chunk of file.read(start, end)) {
        yield chunk;
        done += chunk.length;
        onBytes(done, file.bytes);
      }
    },
  };
}

function describeLayer({ technology, provider, delivery, offers, parts, vertices }: ImportedLayer): string {
  const counted = (count: number, one: string, many: string) =>
    `${count.toLocaleString('en-NZ')} ${count === 1 ? one : many}`;
  const size = `${counted(offers, 'offer', 'offers')}, ${counted(parts, 'area', 'areas')}, ${counted(vertices, 'vertex', 'vertices')}`;
  return `${technology} of ${provider}, delivery “${delivery}”: ${size}.`;
}
