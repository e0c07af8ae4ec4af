import { z } from 'zod';
import { email, instant, limit, line, paragraph, rowId } from '#app/admin/form-fields.ts';

/** What the form of a user gives. */
export interface UserValues extends Record<string, unknown> {
  readonly email: string;
  readonly name: string;
  readonly organisation: string;
  readonly note: string;
}

export const userFields = z.object({ email, name: line(), organisation: line(), note: paragraph });

/** What the form of a key gives: its terms as text, `origins` one a line. */
export interface KeyValues extends Record<string, unknown> {
  readonly label: string;
  readonly expiresAt: string;
  readonly perSecond: string;
  readonly perDay: string;
  readonly origins: string;
}

/** Web origins as browsers send them (N1), one a line; none is null: the key is not bound to any. */
const origins = z
  .string()
  .max(5000, 'Please write at most 5,000 characters.')
  .transform((text, context) => {
    const lines = text.split(/\s+/).filter((written) => written !== '');
    const found: string[] = [];
    for (const written of lines) {
      const origin = originOf(written);
      if (origin === undefined) {
        context.addIssue(
          `“${written.slice(0, 60)}” is no web origin; write it like https://example.nz, without a path.`,
        );
        return z.NEVER;
      }
      if (!found.includes(origin)) found.push(origin);
    }
    return found.length === 0 ? null : found;
  });

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && pathname === '/' && search + hash + username + password === '' ? origin : undefined;
}

export const keyFields = z.object({ label: line(100), expiresAt: instant, perSecond: limit, perDay: limit, origins });

/** How long an old key may go on beside the one that replaces it. */
export const graces = [
  { value: '0', label: 'Ends at once', ms: 0 },
  { value: '1h', label: 'Ends in an hour', ms: 3_600_000 },
  { value: '1d', label: 'Ends in a day', ms: 86_400_000 },
  { value: '7d', label: 'Ends in 7 days', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Ends in 30 days', ms: 30 * 86_400_000 },
] as const;

export const replacementFields = z.object({
  id: rowId,
  grace: z
    .string()
    .transform((value) => graces.find((grace) => grace.value === value)?.ms)
    .refine((ms) => ms !== undefined, 'Please choose when the old key ends.')
    .transform((ms) => ms ?? 0),
  expiresAt: instant,
});
