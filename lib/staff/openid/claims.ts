import { z } from 'zod';
import { type Role, staffRoles } from '#lib/staff/role.ts';
import type { OpenIdSettings } from './settings.ts';

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** A value at a claim's name; a name such as `realm_access.roles` may also be a path. */
export function claimAt(claims: Claims, name: string): unknown {
  if (name in claims) return claims[name];
  return name.split('.').reduce<unknown>((found, part) => {
    const inner = typeof found === 'object' && found !== null ? (found as Claims) : {};
    return Object.hasOwn(inner, part) ? inner[part] : undefined;
  }, claims);
}

/** The highest role that a person's claim gives; undefined if it gives none. */
export function roleIn(claims: Claims, { rolesClaim, roleOf }: OpenIdSettings): Role | undefined {
  const given = new Set(textsOf(claimAt(claims, rolesClaim)).map((value) => roleOf.get(value)));
  return staffRoles.findLast((role) => given.has(role));
}

/** The claims by which a provider says that it left a long claim out of its answer. */
export type LeftOutClaim = '_claim_names' | 'hasgroups';

/**
 * The claim that says that the claim with the roles was left out because it is too long: `_claim_names` (OpenID Connect
 * Core 5.6.2), or `hasgroups`. Entra ID sends them for people in many groups, the latter in place of `groups` in a token
 * that goes through the browser. Undefined if the roles were not left out.
 */
export function leftOutBy(
  claims: Claims,
  { rolesClaim }: Pick<OpenIdSettings, 'rolesClaim'>,
): LeftOutClaim | undefined {
  if (claimAt(claims, rolesClaim) !== undefined) return undefined;
  if (isInClaimNames(claims, rolesClaim)) return '_claim_names';
  return rolesClaim === 'groups' && hasGroups(claims) ? 'hasgroups' : undefined;
}

function isInClaimNames({ _claim_names: names }: Claims, rolesClaim: string): boolean {
  if (typeof names !== 'object' || names === null) return false;
  return rolesClaim in names || (rolesClaim.split('.')[0] ?? '') in names;
}

function hasGroups({ hasgroups: given }: Claims): boolean {
  return given === true || given === 'true';
}

/** The email address shown for a person here. It never decides who they are. */
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
