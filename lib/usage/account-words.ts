import { NOBODY, OWN_MAP, type UsageApi } from './batch.ts';

/** A registrar or a key as the database has it now; undefined if it was removed. */
export type CountedAccount =
  | string
  | { readonly prefix: string; readonly label: string; readonly email: string }
  | undefined;

/** The name of an account whose requests were counted: a registrar, a key with its user, or neither. */
export function accountWords(api: UsageApi, id: number, account: CountedAccount): string {
  if (id === NOBODY) return 'Not recognised';
  if (id === OWN_MAP) return 'This site’s map';
  if (account === undefined) return `${api === 'registry' ? 'Registrar' : 'Key'} ${id}, removed`;
  if (typeof account === 'string') return account;
  const label = account.label === '' ? '' : ` “${account.label}”`;
  return `${account.prefix}…${label} of ${account.email}`;
}
