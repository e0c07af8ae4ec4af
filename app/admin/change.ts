import type { z } from 'zod';
import { type ActionResult, fieldRefusal } from '#components/admin/forms/action-result.ts';
import type { Db } from '#db/client.ts';
import { connections } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { type AdmittedWrite, guardWrite, type Role } from './guard.ts';
import { refusalOf } from './refusal-of.ts';

/**
 * What every action that changes something does: asks the guard, parses what was given, and does the work in one
 * transaction. A Refusal thrown within undoes all of it and comes back in words, its faults at their fields.
 */
export async function change<Schema extends z.ZodType, Value>(
  role: Role,
  schema: Schema,
  given: unknown,
  work: (db: Db, value: z.output<Schema>, by: AdmittedWrite) => Value,
): Promise<ActionResult<Value>> {
  const by = await guardWrite(role);
  if (!by.ok) return by;
  const parsed = schema.safeParse(given);
  if (!parsed.success) return fieldRefusal(parsed.error);
  try {
    return { ok: true, value: await transact(connections().writer, (db) => work(db, parsed.data, by)) };
  } catch (fault) {
    return refusalOf(fault);
  }
}
