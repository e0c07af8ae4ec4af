import { randomBytes } from 'node:crypto';
import { hashToken } from './secret-token.ts';

export const recoveryCodeCount = 10;
/** Without 0, 1, l and o, which are easy to misread: 32 characters, five bits each. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz';

/** Ten codes of 80 bits, each of which replaces the authenticator app once: `k3fq-8mzt-w2ph-7xnd`. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const characters = [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('');
    return characters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** The hash of a recovery code as it is stored and looked up, with or without hyphens. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
