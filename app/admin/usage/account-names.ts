import type { Connection } from '#db/client.ts';
import { readAccounts } from '#db/usage/questions.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { accountWords } from '#lib/usage/words.ts';

/** The name of an account, and its page while it exists. */
export interface NamedAccount {
  readonly name: string;
  readonly href: string | undefined;
}

const pages = { registry: '/admin/registrars', broadband: '/admin/users/keys' } as const;

/** Names the accounts of one API: registrars, or keys with their user. */
export function accountNames(connection: Connection, api: UsageApi, ids: readonly number[]) {
  const accounts = readAccounts(connection, api, ids);
  return (id: number): NamedAccount => {
    const account = accounts.get(id);
    return {
      name: accountWords(api, id, account),
      href: account === undefined ? undefined : `${pages[api]}/${id}`,
    };
  };
}
