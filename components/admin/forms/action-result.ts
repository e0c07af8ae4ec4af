import type { Conflicts } from '#lib/editing/merge-fields.ts';

/** The result of a server action of a staff screen: done, or refused in words, with messages by field. */
export type ActionResult<Value = void> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly sentence: string;
      readonly status?: number;
      readonly fields?: Readonly<Record<string, string>>;
      /** A value that was probably meant, by field. */
      readonly suggestions?: Readonly<Record<string, string>>;
      /** What someone else has changed since the form was opened; nothing was saved then. */
      readonly conflicts?: Conflicts | undefined;
    };
