import { Representation } from '#lib/http/conditional.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { DroplistEntry } from './droplist.ts';
import { type DroplistQuestion, isAskedFor } from './droplist-question.ts';
import { contentTypeOfFormat, droplistBody } from './droplist-text.ts';
import { ListForms } from './list-forms.ts';

export type DroplistForms = ListForms<DroplistQuestion, Representation>;

/** The forms of a droplist. @param changedAt when the list changed last */
export function droplistForms(entries: readonly DroplistEntry[], changedAt: EpochMs): DroplistForms {
  return new ListForms(
    async (question, nextPiece) => {
      const { format } = question;
      const made = await droplistBody(entries, format, (entry) => isAskedFor(entry, question), nextPiece);
      return new Representation(made, changedAt, contentTypeOfFormat[format]);
    },
    ({ suffix, contains, day }) => suffix === undefined && contains === undefined && day === undefined,
  );
}
