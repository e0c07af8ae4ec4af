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
