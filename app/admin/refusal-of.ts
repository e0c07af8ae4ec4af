import type { ActionResult } from '#components/admin/forms/action-result.ts';
import type { Refusal } from '#lib/refusal.ts';
import type { WordedRefusal } from '#lib/words/reason-words.ts';
import { inScreenWords } from './words.ts';

/** A Refusal as an action gives it back; anything else is a fault of ours and goes on. */
export function refusalOf(fault: unknown): Extract<ActionResult<never>, { ok: false }> {
  if (!(fault instanceof Error && fault.name === 'Refusal')) throw fault;
  const { sentence, faults } = inScreenWords(fault as Refusal);
  return { ok: false, status: 400, sentence, fields: fieldMessages(fault as Refusal, faults) };
}

/** The messages by field; a field of several lines has one for each line that is wrong. */
function fieldMessages({ faults, total }: Refusal, worded: WordedRefusal['faults']): Record<string, string> {
  const messages: Record<string, string> = {};
  faults.forEach(({ where }, at) => {
    const { sentence = '', where: place = '' } = worded[at] ?? {};
    if (!('field' in where)) messages[place] = sentence;
    else if (where.line === undefined) messages[where.field] ??= sentence;
    else messages[where.field] = `${messages[where.field] ?? ''}Line ${where.line}: ${sentence}\n`;
  });
  const unlisted = total - faults.length;
  for (const [field, message] of Object.entries(messages))
    messages[field] = unlisted > 0 ? `${message}… and ${unlisted} more.` : message.trimEnd();
  return messages;
}
