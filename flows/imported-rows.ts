import { z } from 'zod';
import { type Fault, Refusal } from '#lib/refusal.ts';

/** The rows of a small file that is taken whole or not at all, and what was wrong with it while it was read. */
export const importedRows = z.object({
  file: z.string(),
  rows: z.array(z.object({ line: z.number(), values: z.record(z.string(), z.unknown()) })),
  faults: z.custom<readonly Fault[]>(Array.isArray),
});

type ImportedRow = z.output<typeof importedRows>['rows'][number];

/** Takes a row; gives what is wrong with it, by its line. */
export function faultsOfRow({ line }: ImportedRow, take: () => unknown): Fault[] {
  try {
    take();
    return [];
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    if (fault.reason.code !== 'fields') return [{ where: { line }, reason: fault.reason }];
    return fault.faults.map(({ where, reason }) => {
      return { where: 'field' in where ? { field: where.field, line } : { line }, reason };
    });
  }
}
