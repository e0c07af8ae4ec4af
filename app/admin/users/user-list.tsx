import { type ExportedList, exportedPages, inBatches, mapRows } from '#app/admin/export/exported-list.ts';
import { numberOf, readList } from '#components/admin/lists/list-state.ts';
import { State } from '#components/admin/State.tsx';
import { keySorts, pageOfKeys } from '#db/access/keys.ts';
import { pageOfUsers, userSorts } from '#db/access/users.ts';
import { type KeyState, keyStateOf } from '#lib/access/keys/api-key.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

/** The list of the users of the broadband API. */
export const userList = {
  path: '/admin/users',
  what: 'users',
  sorts: userSorts,
  filters: { search: { label: 'Search users', placeholder: 'Email, name, organisation or note' } },
} as const;

export const exportedUsers = exportedPages(
  userList,
  pageOfUsers,
  ({ id, email, name, organisation, keys, createdAt }) => ({
    id,
    email,
    name,
    organisation,
    workingKeys: keys,
    added: isoAuckland(createdAt),
  }),
);

/** The list of keys at a path: all, or those of one user. */
export const keyList = (path: string, userId: number | undefined) =>
  ({
    path,
    what: 'keys',
    sorts: keySorts,
    startsDescending: true,
    filters: {
      search: {
        label: 'Search keys',
        placeholder: userId === undefined ? 'First characters, user or label' : 'First characters or label',
      },
      state: { label: 'State', choices: stateWords },
    },
  }) as const;

export const exportedKeys: ExportedList = {
  role: 'viewer',
  rows: (reader, params, nowMs) => {
    const userId = params.user === undefined ? undefined : numberOf(String(params.user));
    const { query } = readList(params, keyList('', userId));
    const rows = inBatches((next) => pageOfKeys(reader, { ...query, ...next, userId }, nowMs).rows);
    return mapRows(rows, (key) => ({
      id: key.id,
      prefix: key.prefix,
      user: key.email,
      label: key.label,
      scopes: key.scopes,
      state: keyStateOf(key, nowMs),
      perSecond: key.perSecond,
      perDay: key.perDay,
      origins: key.origins,
      expires: isoAuckland(key.expiresAt),
      revoked: isoAuckland(key.revokedAt),
      lastUsed: isoAuckland(key.lastUsedAt),
      issued: isoAuckland(key.createdAt),
    }));
  },
};

const stateWords: Readonly<Record<KeyState, string>> = {
  works: 'Works',
  expiring: 'Expires soon',
  expired: 'Expired',
  revoked: 'Revoked',
};

const kinds = { works: 'good', expiring: 'soon', expired: 'ended', revoked: 'ended' } as const;

/** The state of a key, with its colour. */
export function KeyStateWord({ state }: { readonly state: KeyState }) {
  return <State kind={kinds[state]}>{stateWords[state]}</State>;
}

/** The screens of users and of all keys. */
export const userScreens = [
  { path: '/admin/users', title: 'Users' },
  { path: '/admin/users/keys', title: 'Keys' },
];
