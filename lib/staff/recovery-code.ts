import { randomBytes } from 'node:crypto';
import { hashToken } from './secret-token.ts';

const codeCount = 10;
/** Without 0, 1, l and o, which are read for others: 32 characters, so five bits each. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz';

/** Ten codes of 80 bits, each good once in place of the authenticator app: `k3fq-8mzt-w2ph-7xnd`. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const characters = [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('');
    return characters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** What is stored of a recovery code, and what a typed one is found by, with or without its hyphens. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
