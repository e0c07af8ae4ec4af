import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { foldPassword } from './password.ts';

/** The hash of a password that nobody has. It was made with the same cost, so checking it takes as long as a real one. */
export const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$x3+qy/Y6yk+lwGpRZiRzwA$bUxWLUELMsxXbvIN6DnctzZtYSCal++Ifdlu53RCJck';

const phcForm = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$(?<salt>[A-Za-z\d+/]{22})\$(?<hash>[A-Za-z\d+/]{43})$/;

const argon2Async = promisify(argon2);

/**
 * argon2id with 19 MiB and two passes, as the OWASP Password Storage Cheat Sheet recommends. It runs for some 40 ms on a
 * thread of its own; Node's own function needs no native package for each platform.
 */
function derive(password: string, nonce: Buffer): Promise<Buffer> {
  const message = foldPassword(password);
  return argon2Async('argon2id', { message, nonce, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });
}

/** The hash of a password as it is stored: argon2id, in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt);
  return `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Whether this is the password. Without a hash (no such account, or no password yet) it takes as long and is false. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { salt, hash } = phcForm.exec(stored ?? hashOfNobody)?.groups ?? {};
  if (salt === undefined || hash === undefined) return false;
  const matches = timingSafeEqual(await derive(password, Buffer.from(salt, 'base64')), Buffer.from(hash, 'base64'));
  return matches && stored != null;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
