import type { ActionResult } from '#components/admin/forms/action-result.ts';
import type { Refusal } from '#lib/refusal.ts';
import type { WordedRefusal } from '#lib/words/reason-words.ts';
import { inScreenWords } from './words.ts';

/** A Refusal as an action gives it back; anything else is a fault of ours and goes on. */
export function refusalOf(fault: unknown): Extract<ActionResult<never>, { ok: false }> {
  if (!(fault instanceof Error && fault.name === 'Refusal')) throw fault;
  const { sentence, faults } = inScreenWords(fault as Refusal);
  const fields = fieldMessages(fault as Refusal, faults);
  return { ok: false, status: 400, sentence, fields, suggestions: suggestionsOf(fault as Refusal) };
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

/** The network that was probably meant, by field, where an address within it was written. */
function suggestionsOf({ faults }: Refusal): Record<string, string> {
  const suggestions: Record<string, string> = {};
  for (const { where, reason } of faults)
    if ('field' in where && reason.code === 'host-bits') suggestions[where.field] = reason.network;
  return suggestions;
}
