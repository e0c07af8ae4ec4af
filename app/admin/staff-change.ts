import type { z } from 'zod';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { type Connection, connections } from '#db/client.ts';
import { parseInput } from '#flows/change.ts';
import { type AdmittedWrite, guardWrite, type Role } from './guard.ts';
import { refusalOf } from './refusal-of.ts';

/**
 * What every action that changes something does: asks the guard, reads the form, and has the change made. A refusal
 * comes back in words, its faults at their fields.
 *
 * @param form turns what the form gives into what the change needs
 */
export async function staffChange<Form extends z.ZodType, Result>(
  role: Role,
  form: Form,
  given: unknown,
  make: (writer: Connection, input: z.output<Form>, by: AdmittedWrite) => Promise<Result>,
): Promise<ActionResult<Result>> {
  const by = await guardWrite(role);
  if (!by.ok) return by;
  try {
    return { ok: true, value: await make(connections().writer, parseInput(form, given), by) };
  } catch (fault) {
    return refusalOf(fault);
  }
}
