import { z } from 'zod';
import { processWide, setProcessWide } from '#lib/process-wide.ts';
import { Refusal, type RefusalRecord } from '#lib/refusal.ts';
import { customType } from './drizzle.ts';

/** A column whose JSON cannot be read, such as `register_run.counts`. */
export type OnUnreadable = (column: string) => void;

/** Sets who hears of stored JSON that cannot be read, in this process. */
export function setUnreadableListener(listener: OnUnreadable): void {
  setProcessWide('unreadable-json', listener);
}

/**
 * A column of JSON, which is read through its schema here and nowhere else. What cannot be read is reported, and is
 * `damaged` for whoever asked: a bit that flipped in one row must not end what reads others. The schema is of the outer
 * form only, because columns keep what former releases wrote.
 *
 * @param column `table.column`, for the report
 * @param damaged the value in place of an unreadable one, which must never allow more; by default reading is refused
 */
export function storedJson<T>(column: string, schema: z.ZodType, damaged: () => T = () => refuseUnreadable(column)) {
  const parse = (text: string): { readonly value: T } | undefined => {
    try {
      return { value: schema.parse(JSON.parse(text)) as T };
    } catch {
      return undefined;
    }
  };
  readers.set(column, (text) => parse(text) !== undefined);
  return customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver(text) {
      const parsed = parse(text);
      if (parsed !== undefined) return parsed.value;
      processWide<OnUnreadable>('unreadable-json', () => () => undefined)(column);
      return damaged();
    },
  });
}

/** Whether a text can be read as the value of a column; undefined for a column that is no JSON. */
const readers = new Map<string, (text: string) => boolean>();

/** How to tell whether what is stored in `table.column` can be read; undefined for a column that is no JSON. */
export function readerOf(column: string): ((text: string) => boolean) | undefined {
  return readers.get(column);
}

function refuseUnreadable(column: string): never {
  throw new Refusal(unreadable(column));
}

const unreadable = (column: string) => ({ code: 'stored-value-damaged', column }) as const;

/** Something with a code, such as a reason: its facts depend on the code. */
export const coded = z.looseObject({ code: z.string() });

const refusal = z.looseObject({
  reason: coded,
  faults: z.array(z.looseObject({ reason: coded })),
  total: z.number(),
});

/** A column with a refusal; one that cannot be read is a refusal that says so. */
export const storedRefusal = (column: string) =>
  storedJson<RefusalRecord>(column, refusal, () => ({ reason: unreadable(column), faults: [], total: 0 }));
