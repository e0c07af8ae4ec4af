import { describe, expect, test } from 'vitest';
import { parseSettings, SettingError } from '#lib/env.ts';
import { staffRoles } from '#lib/staff/role.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { isSameIssuer } from './settings.ts';

const needed = { OIDC_ISSUER: 'https://id.example/realms/watea', OIDC_CLIENT_ID: 'watea' };
const openIdOf = (given: Readonly<Record<string, string>>) => parseSettings(given).openId;
const sentenceOf = (given: Readonly<Record<string, string>>) => {
  try {
    parseSettings(given);
  } catch (fault) {
    if (fault instanceof SettingError) return wordsOf(fault.reason);
    throw fault;
  }
  return undefined;
};

test('without an issuer there is no OpenID Connect', () => {
  expect(openIdOf({})).toBeUndefined();
  expect(openIdOf({ OIDC_ISSUER: '' })).toBeUndefined();
});

test('an issuer and the name of this client are enough', () => {
  expect(openIdOf(needed)).toEqual({
    issuer: needed.OIDC_ISSUER,
    clientId: 'watea',
    clientSecret: undefined,
    exceptFor: undefined,
    name: 'id.example',
    scopes: 'openid email profile',
    rolesClaim: 'roles',
    twoFactor: new Set(['mfa']),
    roleOf: new Map(staffRoles.map((role) => [role, role])),
  });
});

test('values of the claim may have spaces and equals signs, and scopes always have openid', () => {
  expect(openIdOf({ ...needed, OIDC_ROLES: 'ou=it=admin, Register team=editor' })?.roleOf).toEqual(
    new Map([
      ['ou=it', 'admin'],
      ['Register team', 'editor'],
    ]),
  );
  expect(openIdOf({ ...needed, OIDC_SCOPES: 'email  groups' })?.scopes).toBe('openid email groups');
});

describe('a setting that cannot be used is refused by its name', () => {
  test.each([
    [{ OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER must be the https address of the provider'],
    [{ OIDC_ISSUER: 'https://user:secret@id.example' }, 'OIDC_ISSUER must be the https address of the provider'],
    [{ OIDC_ISSUER: 'https://id.example/?x=1' }, 'OIDC_ISSUER must be the https address of the provider'],
    [{ OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER must be the https address of the provider'],
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID: set it too.'],
    [{ OIDC_CLIENT_ID: 'watea' }, 'OIDC_CLIENT_ID needs OIDC_ISSUER: set it too.'],
    [{ OIDC_ONLY_EXCEPT: 'jo@example.nz' }, 'OIDC_ONLY_EXCEPT needs OIDC_ISSUER: set it too.'],
    [{ ...needed, OIDC_ONLY_EXCEPT: 'jo' }, 'OIDC_ONLY_EXCEPT must be an email address; it is "jo".'],
    [{ ...needed, OIDC_ROLES: 'staff=owner' }, 'OIDC_ROLES must be like it-admins=admin,register=editor'],
    [{ ...needed, OIDC_ROLES: 'network=provider' }, 'OIDC_ROLES must be like it-admins=admin,register=editor'],
    [{ ...needed, OIDC_ROLES: 'staff' }, 'OIDC_ROLES must be like it-admins=admin,register=editor'],
  ])('%j', (given, sentence) => {
    expect(sentenceOf(given)).toContain(sentence);
  });
});

test.each([
  ['https://id.example', 'https://id.example/', true],
  ['https://id.example/realms/a/', 'https://id.example/realms/a', true],
  ['https://id.example/realms/a', 'https://id.example/realms/b', false],
  ['https://id.example', 'https://id.example.evil.example', false],
  ['https://id.example', 'http://id.example', false],
])('an issuer is the same with and without a final slash: %s and %s', (one, other, isSame) => {
  expect(isSameIssuer(one, other)).toBe(isSame);
  expect(isSameIssuer(other, one)).toBe(isSame);
});
