import type { ActionResult } from '#components/admin/forms/action-result.ts';
import type { Refusal } from '#lib/refusal.ts';

/** A Refusal as an action gives it back; anything else is a fault of ours and goes on. */
export function refusalOf(fault: unknown): Extract<ActionResult<never>, { ok: false }> {
  if (!(fault instanceof Error && fault.name === 'Refusal')) throw fault;
  const fields = Object.fromEntries((fault as Refusal).faults.map(({ where, message }) => [where, message]));
  return { ok: false, status: 400, sentence: fault.message, fields };
}
