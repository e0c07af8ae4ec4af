import type { Connection } from '#db/client.ts';
import { readKeyNames, readRegistrarNames } from '#db/usage/questions.ts';
import { NOBODY, OWN_MAP, type UsageApi } from '#lib/usage/batch.ts';

/** The name of an account, and its page while it exists. */
export interface NamedAccount {
  readonly name: string;
  readonly href: string | undefined;
}

/** Names the accounts of one API: registrars, or keys with their user. */
export function accountNames(connection: Connection, api: UsageApi, ids: readonly number[]) {
  const registrars = api === 'registry' ? readRegistrarNames(connection) : undefined;
  const keys = api === 'broadband' ? readKeyNames(connection, ids) : undefined;
  return (id: number): NamedAccount => {
    if (id === NOBODY) return { name: 'Not recognised', href: undefined };
    if (id === OWN_MAP) return { name: 'This site’s map', href: undefined };
    const registrar = registrars?.get(id);
    if (registrar !== undefined) return { name: registrar, href: `/admin/registrars/${id}` };
    const key = keys?.get(id);
    if (key === undefined)
      return { name: `${api === 'registry' ? 'Registrar' : 'Key'} ${id}, removed`, href: undefined };
    const label = key.label === '' ? '' : ` “${key.label}”`;
    return { name: `${key.prefix}…${label} of ${key.email}`, href: `/admin/users/keys/${id}` };
  };
}
