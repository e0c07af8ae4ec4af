import { expect, test } from 'vitest';
import { type KeyScope, lackingScopes, storedScopes } from './scopes.ts';

test.each<[KeyScope[] | null, KeyScope[], KeyScope[]]>([
  [null, ['1.0', 'bulk'], []],
  [['1.0'], ['1.0'], []],
  [['1.0'], ['1.0', 'bulk'], ['bulk']],
  [['bulk'], ['2.0', 'addresses'], ['2.0', 'addresses']],
  [['2.0'], [], []],
])('N16: a key for %j, asked for %j, lacks %j', (granted, needed, lacking) => {
  expect(lackingScopes(granted, needed)).toEqual(lacking);
});

test.each<[KeyScope[] | null, KeyScope[] | null]>([
  [null, null],
  [['addresses', 'bulk', '2.0', '1.0'], null],
  [
    ['bulk', '1.0', 'bulk'],
    ['1.0', 'bulk'],
  ],
])('N16: the scopes %j are stored as %j', (chosen, stored) => {
  expect(storedScopes(chosen)).toEqual(stored);
});
