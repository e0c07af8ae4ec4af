import { hash, type Options, verify } from '@node-rs/argon2';
import { foldPassword } from './password.ts';

/** argon2id with 19 MiB and two passes, as the OWASP Password Storage Cheat Sheet recommends; 2 is the library's number for argon2id. */
const options: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody has. It was made with the same options, so checking it takes as long as a real one. */
export const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$x3+qy/Y6yk+lwGpRZiRzwA$bUxWLUELMsxXbvIN6DnctzZtYSCal++Ifdlu53RCJck';

/** The hash of a password as it is stored: argon2id, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(foldPassword(password), options);
}

/** Whether this is the password. Without a hash (no such account, or no password yet) it takes as long and is false. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const matches = await verify(stored ?? hashOfNobody, foldPassword(password));
  return matches && stored != null;
}
