import { z } from 'zod';
import { inspectAgain } from '#flows/broadband/import/file-jobs.ts';
import type { CoverageChoices } from '#lib/broadband/import/mapping/choices.ts';
import type { MappingValues } from '#lib/broadband/import/mapping/mapping-values.ts';
import { line, rowId } from '#lib/fields.ts';

/** How a file is to be read; an empty text means as the file says. */
export interface ReadingValues extends Record<string, unknown> {
  readonly inspection: number;
  readonly layer: string;
  readonly crs: string;
  readonly swap: boolean;
  readonly encoding: string;
  readonly places: Readonly<Record<string, string>>;
}

const reading = z.object({
  inspection: rowId,
  layer: z.string(),
  crs: z.string(),
  swap: z.boolean(),
  encoding: line(),
  places: z.record(z.string(), line(500)),
});

export const readingForm = reading
  .transform(
    ({ inspection, layer, crs, swap, encoding, places }): z.input<typeof inspectAgain.input> => ({
      inspection,
      choices: {
        swap,
        ...(layer === '' ? {} : { layer }),
        ...(crs === '' ? {} : { crs: Number(crs) as CoverageChoices['crs'] }),
        ...(encoding === '' ? {} : { encoding }),
        places: Object.fromEntries(Object.entries(places).filter(([, column]) => column !== '')),
      },
    }),
  )
  .pipe(inspectAgain.input);

/** What the form of a file's meaning gives, with the number of the inspection that it is about. */
export interface MappingFormValues extends MappingValues, Record<string, unknown> {
  readonly inspection: number;
}
