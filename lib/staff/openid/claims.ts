import { z } from 'zod';
import { type Role, staffRoles } from '#lib/staff/role.ts';
import type { OpenIdSettings } from './settings.ts';

/** What a provider says about somebody. */
export type Claims = Readonly<Record<string, unknown>>;

/** A value at a claim's name; a name such as `realm_access.roles` may also be a path. */
export function claimAt(claims: Claims, name: string): unknown {
  if (name in claims) return claims[name];
  return name.split('.').reduce<unknown>((found, part) => {
    const inner = typeof found === 'object' && found !== null ? (found as Claims) : {};
    return Object.hasOwn(inner, part) ? inner[part] : undefined;
  }, claims);
}

/** The highest role that somebody's claim gives; undefined if it gives none. */
export function roleIn(claims: Claims, { rolesClaim, roleOf }: OpenIdSettings): Role | undefined {
  const given = new Set(textsOf(claimAt(claims, rolesClaim)).map((value) => roleOf.get(value)));
  return staffRoles.findLast((role) => given.has(role));
}

/**
 * The claim with the roles, if it was left out and only `_claim_names` has it (OpenID Connect Core 5.6.2): so does Entra ID
 * for people in many groups.
 */
export function leftOutOf(claims: Claims, { rolesClaim }: Pick<OpenIdSettings, 'rolesClaim'>): string | undefined {
  const { _claim_names: names } = claims;
  const isLeftOut = claimAt(claims, rolesClaim) === undefined && typeof names === 'object' && names !== null;
  return isLeftOut && (rolesClaim in names || (rolesClaim.split('.')[0] ?? '') in names) ? rolesClaim : undefined;
}

/** The address by which somebody is called here. It never decides who they are. */
export function emailIn({ email, preferred_username: userName }: Claims): string | undefined {
  return [email, userName].find((text): text is string => z.email().max(254).safeParse(text).success);
}

/** Whether the provider says that two factors were checked (`amr` by RFC 8176, or `acr`). */
export function isTwoFactor({ amr, acr }: Claims, { twoFactor }: OpenIdSettings): boolean {
  return twoFactor.has('*') || [...textsOf(amr), ...textsOf(acr)].some((value) => twoFactor.has(value));
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}
