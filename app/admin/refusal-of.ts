import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { storageRefusal } from '#db/storage-fault.ts';
import type { Conflict, Conflicts } from '#lib/editing/merge-fields.ts';
import { settings } from '#lib/env.ts';
import { listedFaults, type Reason, type Refusal } from '#lib/refusal.ts';
import type { WordedRefusal } from '#lib/words/reason-words.ts';
import { inScreenWords } from './words.ts';

export type Refused = Extract<ActionResult<never>, { ok: false }> & { readonly status: number };

/** The HTTP statuses of refusals; 400 for all others. */
const statuses: Partial<Record<Reason['code'], number>> = {
  'signed-out': 401,
  'wrong-sign-in': 401,
  'wrong-code': 401,
  'second-step-expired': 401,
  'unknown-passkey': 401,
  'second-factor-missing': 403,
  'role-too-low': 403,
  'other-origin': 403,
  'link-expired': 403,
  'upload-gone': 404,
  'upload-elsewhere': 503,
  'changed-meanwhile': 409,
  'upload-in-use': 409,
  'upload-offset-wrong': 409,
  'announcement-too-long': 413,
  'upload-too-large': 413,
  'upload-too-long': 413,
  'uploads-too-large': 413,
  'too-many-uploads': 429,
  'too-many-attempts': 429,
  'too-many-sign-ins': 503,
  'database-busy': 503,
  'cluster-away': 503,
  'cluster-outcome-unknown': 503,
  'cluster-needs-base': 503,
  'cluster-newer-schema': 503,
  'disk-read-only': 503,
  'disk-failing': 503,
  'disk-full': 507,
  'upload-disk-full': 507,
  'disk-too-small': 507,
};

/** A Refusal as the result of an action, and so is a disk that takes no file; any other error is rethrown. */
export function refusalOf(fault: unknown): Refused {
  const refusal = isRefusal(fault) ? fault : storageRefusal(fault, settings().databaseFile);
  if (refusal === undefined) throw fault;
  const { sentence, faults } = inScreenWords(refusal);
  const status = statuses[refusal.reason.code] ?? 400;
  const conflicts = conflictsOf(refusal);
  // the form shows conflicts by themselves, each with both values
  const fields = conflicts === undefined ? fieldMessages(refusal, faults) : {};
  return { ok: false, status, sentence, fields, suggestions: suggestionsOf(refusal), conflicts };
}

function conflictsOf({ reason, faults }: Refusal): Conflicts | undefined {
  if (reason.code !== 'changed-meanwhile' || faults.length === 0) return undefined;
  const fields: Record<string, Conflict> = {};
  for (const { where, reason: fault } of faults) {
    if (fault.code !== 'field-changed-meanwhile' || !('field' in where)) continue;
    const { code: _, ...conflict } = fault;
    fields[where.field] = conflict;
  }
  return { revision: reason.revision, fields };
}

/** Checks the name, because Next's bundle has its own copy of the class. */
function isRefusal(fault: unknown): fault is Refusal {
  return fault instanceof Error && fault.name === 'Refusal';
}

/** The messages by field; a field of several lines has a message for each of the first wrong lines. */
function fieldMessages({ faults, total }: Refusal, worded: WordedRefusal['faults']): Record<string, string> {
  const found = new Map<string, string[]>();
  faults.forEach(({ where }, at) => {
    const { sentence = '', where: place = '' } = worded[at] ?? {};
    const field = 'field' in where ? where.field : place;
    const line = 'field' in where ? where.line : undefined;
    const sentences = found.get(field) ?? [];
    if (line !== undefined) sentences.push(`Line ${line}: ${sentence}`);
    else if (sentences.length === 0) sentences.push(sentence);
    found.set(field, sentences);
  });
  const messages = [...found].map(([field, sentences]) => {
    const unlisted = Math.max(sentences.length - listedFaults, 0) + total - faults.length;
    const more = unlisted > 0 ? [`… and ${unlisted} more.`] : [];
    return [field, [...sentences.slice(0, listedFaults), ...more].join('\n')] as const;
  });
  return Object.fromEntries(messages);
}

/** The network that was probably meant, by field, where an address inside it was entered. */
function suggestionsOf({ faults }: Refusal): Record<string, string> {
  const suggestions: Record<string, string> = {};
  for (const { where, reason } of faults)
    if ('field' in where && reason.code === 'host-bits') suggestions[where.field] = reason.network;
  return suggestions;
}
