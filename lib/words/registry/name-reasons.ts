import type { ExplainedStatus, Why } from '#lib/registry/name-status.ts';
import type { NameFault } from '#lib/registry/names/name.ts';
import { nameFaultWords } from './registry.ts';

/** Why a name has its status, for registrars (R14). Pending names and those on a list have a sentence for each case. */
const reasonWords: Readonly<Record<Exclude<Why, 'pending' | 'list'>, string>> = {
  sandbox: 'A sandbox name: its status is always this one, except in production.',
  active: 'It is registered.',
  marked: 'The release job has taken it: it is available from drop_date.',
  rule: 'A rule of .nz keeps it from being registered.',
  released: 'A release job has released it: whoever registers it first has it.',
  nothing: 'Nobody has registered it, and no rule or list keeps it.',
};

const pendingWords = {
  'may-be-restored':
    'It is cancelled, and may be restored until release_date; otherwise it is available from drop_date.',
  'will-drop': 'It is cancelled, and can no longer be restored: the next release job takes it.',
} as const;

/** The reason for the status of a valid name. @param certainty of a name that is pending */
export function nameReason({ why, status }: ExplainedStatus, certainty: keyof typeof pendingWords | undefined): string {
  if (why === 'list') return `It is on the list of names that are ${status.status}.`;
  if (why === 'pending') return pendingWords[certainty ?? 'may-be-restored'];
  return reasonWords[why];
}

/** Why a text is not a .nz name. */
export const invalidNameReason = (fault: NameFault): string => `It ${nameFaultWords[fault]}.`;
