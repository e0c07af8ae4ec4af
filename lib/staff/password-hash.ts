import { hash, type Options, verify } from '@node-rs/argon2';
import { foldPassword } from './password.ts';

/** argon2id with 19 MiB and two passes, as OWASP's sheet on storing passwords has it; 2 is the library's number for the kind. */
const options: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody has, made with the same options: checking it takes as long as checking a real one. */
export const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$x3+qy/Y6yk+lwGpRZiRzwA$bUxWLUELMsxXbvIN6DnctzZtYSCal++Ifdlu53RCJck';

/** What is stored of a password: its argon2id hash in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(foldPassword(password), options);
}

/** Whether this is the password. With no hash (no such account, or none set yet) it takes the same time and is false. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const matches = await verify(stored ?? hashOfNobody, foldPassword(password));
  return matches && stored != null;
}
