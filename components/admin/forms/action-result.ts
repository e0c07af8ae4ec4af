import type { ZodError } from 'zod';

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
    };

/** The refusal of a form whose fields did not parse, with the first message of each field. */
export function fieldRefusal(error: ZodError): ActionResult<never> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message;
  return { ok: false, status: 400, sentence: 'Please mend what is marked below.', fields };
}
