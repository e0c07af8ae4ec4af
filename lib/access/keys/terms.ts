import { z } from 'zod';
import { line, oneOf } from '#lib/fields.ts';
import { type Fault, faultAt, type Reason } from '#lib/refusal.ts';
import { dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { parseTypedDays } from '#lib/time/typed-time.ts';
import { parseOrigins } from './api-key.ts';
import { type KeyScope, keyScopes, lackingScopes, storedScopes } from './scopes.ts';

/** The sites that may use a key; null for any. */
export const keyOrigins = z
  .array(z.string())
  .transform((given, context) => {
    const parsed = parseOrigins(given);
    if (parsed.ok) return parsed.origins;
    context.addIssue({ code: 'custom', params: { reason: { code: 'not-an-origin', text: parsed.text } } });
    return z.NEVER;
  })
  .nullable();

/** What a key may be used for, at least something; null for everything. */
export const keyUses = z
  .array(oneOf(keyScopes))
  .nullable()
  .refine((chosen) => chosen === null || chosen.length > 0, { params: { reason: { code: 'no-scopes' } } })
  .transform(storedScopes);

/** What the holder of a key chooses: its name, its last day (empty for the longest), its uses, and sites that may use it. */
export const ownTerms = z.object({
  label: line(100),
  expiresAt: z.string().transform((text, context): EpochMs | null => {
    if (text.trim() === '') return null;
    const { until } = parseTypedDays('', text);
    if (until !== undefined) return until;
    context.addIssue({ code: 'custom', params: { reason: { code: 'not-a-day' } satisfies Reason } });
    return z.NEVER;
  }),
  scopes: keyUses,
  origins: z
    .string()
    .transform((text): string[] | null =>
      text
        .split('\n')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
    .pipe(keyOrigins),
});

/** The terms that staff gave a key. */
interface GrantedTerms {
  readonly expiresAt: EpochMs | null;
  readonly scopes: readonly KeyScope[] | null;
}

/** What a holder chose beyond what staff granted, and an end in the past. @param chosen the fields that are valid */
export function faultsOfOwnTerms(
  granted: GrantedTerms,
  chosen: Partial<z.output<typeof ownTerms>>,
  nowMs: EpochMs,
): Fault[] {
  const faults: Fault[] = [];
  const { scopes, expiresAt } = chosen;
  const lacking = scopes === undefined ? [] : lackingScopes(granted.scopes, scopes ?? keyScopes);
  if (lacking.length > 0) faults.push(faultAt('scopes', { code: 'scopes-not-granted', lacking }));
  const end = expiresAt === undefined ? null : endWithin(granted, expiresAt);
  const latest = granted.expiresAt;
  if (end !== null && latest !== null && end > latest)
    faults.push(faultAt('expiresAt', { code: 'ends-too-late', latest }));
  else if (end !== null && end <= nowMs)
    faults.push(faultAt('expiresAt', { code: 'expires-in-the-past', expiresAt: end }));
  return faults;
}

/** The end that a holder means: the longest for none, or for the last day that staff granted. */
export function endWithin({ expiresAt: latest }: GrantedTerms, chosen: EpochMs | null): EpochMs | null {
  if (latest === null) return chosen;
  return chosen === null || dayOf(chosen - 1) === dayOf(latest - 1) ? latest : chosen;
}
