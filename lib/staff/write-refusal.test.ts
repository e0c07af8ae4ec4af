import { expect, test } from 'vitest';
import type { Reason } from '#lib/refusal.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import type { Need, Role } from './role.ts';
import { type SignInState, writeRefusal } from './write-refusal.ts';

const baseUrl = 'https://watea.example';
const foreign: Reason = { code: 'other-origin', baseUrl };
const signedOut: Reason = { code: 'signed-out' };

test.each<[string, string | null, SignInState, Role, Need, boolean, Reason | undefined]>([
  ['an editor’s write', baseUrl, 'signed-in', 'editor', 'editor', false, undefined],
  ['an admin’s write', baseUrl, 'signed-in', 'admin', 'editor', false, undefined],
  ['a viewer’s write', baseUrl, 'signed-in', 'viewer', 'editor', false, { code: 'role-too-low', needed: 'editor' }],
  [
    'an editor’s write that only admins may make',
    baseUrl,
    'signed-in',
    'editor',
    'admin',
    false,
    { code: 'role-too-low', needed: 'admin' },
  ],
  ['a write of a provider’s person', baseUrl, 'signed-in', 'provider', 'own provider', false, undefined],
  [
    'a provider’s person at what viewers may do',
    baseUrl,
    'signed-in',
    'provider',
    'viewer',
    false,
    { code: 'role-too-low', needed: 'viewer' },
  ],
  [
    'an admin at what only a provider’s person may do',
    baseUrl,
    'signed-in',
    'admin',
    'own provider',
    false,
    { code: 'role-too-low', needed: 'own provider' },
  ],
  ['no Origin', null, 'signed-in', 'admin', 'viewer', false, foreign],
  ['a foreign Origin', 'https://evil.example', 'signed-in', 'admin', 'viewer', false, foreign],
  ['the Origin of a sandbox', 'null', 'signed-in', 'admin', 'viewer', false, foreign],
  ['another port', `${baseUrl}:444`, 'signed-in', 'admin', 'viewer', false, foreign],
  ['another scheme', 'http://watea.example', 'signed-in', 'admin', 'viewer', false, foreign],
  ['a host that begins the same', `${baseUrl}.evil.example`, 'signed-in', 'admin', 'viewer', false, foreign],
  ['no session', baseUrl, 'signed-out', 'admin', 'viewer', false, signedOut],
  ['a session without its second factor', baseUrl, 'needs-second-factor', 'admin', 'viewer', false, signedOut],
  [
    'a second factor not set up yet',
    baseUrl,
    'must-enrol',
    'admin',
    'viewer',
    false,
    { code: 'second-factor-missing' },
  ],
  ['setting it up', baseUrl, 'must-enrol', 'viewer', 'viewer', true, undefined],
  ['setting it up before the sign-in is complete', baseUrl, 'needs-second-factor', 'viewer', 'viewer', true, signedOut],
])('%s', (_case, origin, state, role, needed, mayEnrol, reason) => {
  expect(writeRefusal({ origin, baseUrl, state, role, needed, mayEnrol })).toEqual(reason);
});

test('a refused write names what is missing', () => {
  const reasons: Reason[] = [foreign, signedOut, { code: 'role-too-low', needed: 'editor' }];
  expect(reasons.map(wordsOf)).toEqual([
    'Nothing was changed: the request did not come from a page of https://watea.example.',
    'You have been signed out. Sign in in another tab, then try again here.',
    'You need the role Editor to do this.',
  ]);
});
