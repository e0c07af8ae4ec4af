import { isLoopbackHost } from '#lib/outbox/loopback-host.ts';
import { type Role, staffRoles } from '#lib/staff/role.ts';

/** How staff sign in with OpenID Connect. */
export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client, which only proves itself by PKCE. */
  readonly clientSecret: string | undefined;
  /** What people call the provider. */
  readonly name: string;
  readonly scopes: string;
  /** The claim with a person's roles: its name, or a path such as `realm_access.roles`. */
  readonly rolesClaim: string;
  /** The role that each value of the claim gives. */
  readonly roleOf: ReadonlyMap<string, Role>;
  /** The values of `amr` or `acr` that prove two factors; `*` if every sign-in there has two. */
  readonly twoFactor: ReadonlySet<string>;
  /** The one account that may still use a password, a passkey or a link; undefined: everybody may. */
  readonly exceptFor: string | undefined;
}

interface Given {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_NAME?: string | undefined;
  readonly OIDC_SCOPES: string;
  readonly OIDC_ROLES_CLAIM: string;
  readonly OIDC_ROLES?: string | undefined;
  readonly OIDC_TWO_FACTOR: string;
  readonly OIDC_ONLY_EXCEPT?: string | undefined;
}

/** Whether a text is an https address without a query; plain http is allowed for this machine only. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isEncrypted = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isEncrypted && username === '' && password === '';
}

/** Whether a text is like `staff-admins=admin, staff=viewer`. */
export function isRoleList(text: string): boolean {
  return parseRoles(text) !== undefined;
}

/** The settings, from valid texts; undefined without an issuer. @returns what is missing if one setting needs another */
export function openIdSettings(
  given: Given,
): OpenIdSettings | undefined | { readonly name: string; readonly needed: string } {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ONLY_EXCEPT: exceptFor } = given;
  if (issuer === undefined) {
    const needing = (['OIDC_CLIENT_ID', 'OIDC_ROLES', 'OIDC_ONLY_EXCEPT'] as const).find((name) => given[name]);
    return needing && { name: needing, needed: 'OIDC_ISSUER' };
  }
  if (clientId === undefined) return { name: 'OIDC_ISSUER', needed: 'OIDC_CLIENT_ID' };
  return {
    issuer,
    clientId,
    exceptFor,
    clientSecret: given.OIDC_CLIENT_SECRET,
    name: given.OIDC_NAME ?? new URL(issuer).host,
    scopes: [...new Set(['openid', ...listOf(given.OIDC_SCOPES, /\s+/)])].join(' '),
    rolesClaim: given.OIDC_ROLES_CLAIM,
    roleOf: parseRoles(given.OIDC_ROLES ?? '') ?? new Map(),
    twoFactor: new Set(listOf(given.OIDC_TWO_FACTOR, ',')),
  };
}

/** Without a list, each role is given by its own name. A claim cannot say to which network provider a person belongs. */
function parseRoles(text: string): Map<string, Role> | undefined {
  const pairs = listOf(text, ',').map((pair) => /^(.+)=([a-z]+)$/.exec(pair)?.slice(1) ?? []);
  if (pairs.length === 0) return new Map(staffRoles.map((role) => [role, role]));
  const known = new Map<string, Role>();
  for (const [value = '', name] of pairs) {
    const role = staffRoles.find((each) => each === name);
    if (role === undefined) return undefined;
    known.set(value.trim(), role);
  }
  return known;
}

function listOf(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Both spellings of an issuer, its own first: providers and the people who set them up differ about the final slash. */
export function issuerSpellings(issuer: string): readonly [own: string, other: string] {
  return [issuer, issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`];
}

/** Whether two issuers are the same but for a final slash. */
export function isSameIssuer(one: string, other: string): boolean {
  return issuerSpellings(one).includes(other);
}
