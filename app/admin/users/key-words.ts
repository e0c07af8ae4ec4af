import type { KeyScope } from '#lib/access/keys/scopes.ts';

/** The scopes of a key as forms and facts show them. */
export const scopeWords: Readonly<Record<KeyScope, string>> = {
  '1.0': 'Version 1.0',
  '2.0': 'Version 2.0',
  bulk: 'Requests in bulk',
  addresses: 'Addresses',
};

/** The scopes of a key in words. @param scopes null: all */
export function scopesWords(scopes: readonly KeyScope[] | null): string {
  return scopes === null ? 'Everything' : scopes.map((scope) => scopeWords[scope]).join(', ');
}

/** How long an old key may go on working once another replaces it. */
export const keyOverlaps = [
  { value: '0', label: 'Ends now', ms: 0 },
  { value: '1h', label: 'Ends in an hour', ms: 3_600_000 },
  { value: '1d', label: 'Ends in a day', ms: 86_400_000 },
  { value: '7d', label: 'Ends in 7 days', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Ends in 30 days', ms: 30 * 86_400_000 },
] as const;
