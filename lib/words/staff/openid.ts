import type { LeftOutClaim } from '#lib/staff/openid/claims.ts';

interface OtherIssuer extends Provider {
  /** What the provider says, and what OIDC_ISSUER is; without them the log has both. */
  readonly issuer?: string;
  readonly expected?: string;
}

interface Provider {
  /** What people call the provider (OIDC_NAME). */
  readonly name: string;
}

interface RolesLeftOut extends Provider {
  /** The claim that says so. */
  readonly claim: LeftOutClaim;
}

/** Why signing in with OpenID Connect is refused. */
export const openIdWords = {
  'openid-off': () => 'Signing in with OpenID Connect is not set up here.',
  'openid-unreachable': ({ name }: Provider) =>
    `${name} does not answer at the moment. Try again in a few minutes, or sign in with your password.`,
  'openid-other-issuer': ({ name, issuer, expected }: OtherIssuer) =>
    issuer === undefined || expected === undefined
      ? `${name} says that it is another issuer than OIDC_ISSUER: our log has both. Tell your administrator.`
      : `${name} says that its issuer is ${issuer}, but OIDC_ISSUER is ${expected}. Tell your administrator.`,
  'openid-expired': ({ name }: Provider) =>
    `This sign-in with ${name} was already used, took longer than 10 minutes, or was started in another browser. Start again.`,
  'openid-declined': ({ name }: Provider) => `${name} did not sign you in, or you cancelled. Try again.`,
  'openid-token': ({ name }: Provider) =>
    `The answer of ${name} could not be verified. Try again; if it happens again, tell your administrator.`,
  'openid-no-role': ({ name }: Provider) =>
    `${name} gives you no role here. Ask the people who look after your account there.`,
  'openid-roles-left-out': ({ name, claim }: RolesLeftOut) =>
    `${name} left your roles out of its answer (\`${claim}\`): you have too many there. Ask the people who look after your account there to send only the groups of this application, or its roles.`,
  'openid-no-email': ({ name }: Provider) =>
    `${name} does not say what your email address is. Ask the people who look after your account there.`,
  'openid-account-exists': ({ name }: Provider) =>
    `Your email address already has an account here. Sign in to it another way, then connect ${name} under “Your account”.`,
  'openid-disabled': ({ name }: Provider) =>
    `${name} has signed you in, but your account here is disabled. Ask an administrator to enable it.`,
  'openid-removed': ({ name }: Provider) =>
    `Your account here was removed. Ask an administrator to invite you, then connect ${name} under “Your account”.`,
  'openid-last-administrator': ({ name }: Provider) =>
    `${name} gives you a lower role, but you are the last administrator here. Make somebody else an administrator first.`,
  'openid-taken': ({ name }: Provider) =>
    `One of the two is already connected: your account here, or your account at ${name}.`,
  'openid-only': ({ name }: Provider) => `Sign in with ${name}: passwords, passkeys and links are turned off here.`,
} as const;
