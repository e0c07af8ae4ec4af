import { z } from 'zod';
import { line, oneOf } from '#lib/fields.ts';
import type { Reason } from '#lib/refusal.ts';
import { dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { parseTypedDays } from '#lib/time/typed-time.ts';
import { type KeyScope, keyScopes, lackingScopes } from './scopes.ts';

/** What the holder of a key chooses: its name, its last day (empty for the longest), its uses, and sites that may use it. */
export const ownTerms = z.object({
  label: line(100),
  expiresAt: z.string().transform((text, context): EpochMs | null => {
    if (text.trim() === '') return null;
    const { until } = parseTypedDays('', text);
    if (until !== undefined) return until;
    context.addIssue({ code: 'custom', params: { reason: { code: 'not-a-time' } satisfies Reason } });
    return z.NEVER;
  }),
  scopes: z.array(oneOf(keyScopes)),
  origins: z.string().transform((text) =>
    text
      .split('\n')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
});

/** The terms that staff gave a key. */
interface GrantedTerms {
  readonly expiresAt: EpochMs | null;
  readonly scopes: readonly KeyScope[] | null;
}

/** The end and the uses that a holder gets: never more than staff granted. */
export function withinGranted(
  granted: GrantedTerms,
  chosen: { readonly expiresAt: EpochMs | null; readonly scopes: readonly KeyScope[] },
):
  | { readonly ok: true; readonly expiresAt: EpochMs | null }
  | { readonly ok: false; readonly field: 'expiresAt' | 'scopes'; readonly reason: Reason } {
  const lacking = lackingScopes(granted.scopes, chosen.scopes);
  if (lacking.length > 0) return { ok: false, field: 'scopes', reason: { code: 'scopes-not-granted', lacking } };
  const { expiresAt: latest } = granted;
  if (latest === null) return { ok: true, expiresAt: chosen.expiresAt };
  // the last day itself is as late as it can be
  if (chosen.expiresAt === null || dayOf(chosen.expiresAt - 1) === dayOf(latest - 1))
    return { ok: true, expiresAt: latest };
  if (chosen.expiresAt > latest) return { ok: false, field: 'expiresAt', reason: { code: 'ends-too-late', latest } };
  return { ok: true, expiresAt: chosen.expiresAt };
}
