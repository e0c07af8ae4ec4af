import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';

/** @throws Refusal when only OpenID Connect lets this person in (OIDC_ONLY_EXCEPT) */
export function requireOtherMeans(email: string): void {
  const { openId } = settings();
  if (openId?.exceptFor === undefined || openId.exceptFor.toLowerCase() === email.toLowerCase()) return;
  throw new Refusal({ code: 'openid-only', name: openId.name });
}
