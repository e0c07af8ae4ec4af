import type { KeyScope } from '#lib/access/keys/scopes.ts';

/** What a form of the pages for developers shows: before it was sent, and after. It works without JavaScript too. */
export interface FormState {
  readonly isDone: boolean;
  /** What was refused. */
  readonly sentence?: string | undefined;
  /** The messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What was typed, so that a refused form keeps it. */
  readonly values: Readonly<Record<string, string>>;
  /** The text of a key, which is shown only here (N11). */
  readonly key?: string | undefined;
}

/** The name of the box of a scope. */
export const scopeField = (scope: KeyScope) => `scope-${scope}`;

export const untouched: FormState = { isDone: false, fields: {}, values: {} };

/** A server action of such a form. */
export type FormAction = (before: FormState, form: FormData) => Promise<FormState>;
