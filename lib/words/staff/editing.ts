import { commandLine } from '#lib/audit/authors.ts';
import { clockAndDay } from '#lib/time/date-words.ts';
import type { Controls } from '#lib/words/controls.ts';

/** Who changed something, and when; unknown for what changed without the audit log. */
interface By {
  readonly who?: string;
  readonly at?: number;
}

/** Reasons to refuse an edit because someone else was faster. */
export const editingWords = {
  'changed-meanwhile': (facts: By & { readonly revision: number }, { revisionNow }: Controls) =>
    `Nothing was saved, because ${changedBy(facts)}${revisionNow(facts.revision)}.`,
  'field-changed-meanwhile': (facts: By & { readonly present: unknown }) => `${capital(changedBy(facts))}.`,
  'no-such-revision': ({ revision }: { readonly revision: number }) => `There is no revision ${revision} yet.`,
  'opened-before': () => 'Nothing was saved: this page is from an earlier version of the server. Reload it.',
} as const;

function changedBy({ who, at }: By): string {
  const person = who === undefined ? 'somebody else' : who === commandLine ? 'somebody on the command line' : who;
  return `${person} changed this${at === undefined ? ' meanwhile' : ` at ${clockAndDay(at)}`}`;
}

function capital(sentence: string): string {
  return sentence.startsWith('somebody') ? `S${sentence.slice(1)}` : sentence;
}
