import Link from 'next/link';
import type { ReactNode } from 'react';
import { chosen, pageRequest } from '#app/admin/page-wanted.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { NoMatches } from '#components/admin/lists/NoMatches.tsx';
import { keySorts, type ListedKey, pageOfKeys } from '#db/access/key-list.ts';
import { connections } from '#db/client.ts';
import { keyStateOf, keyStates } from '#lib/access/keys/key-state.ts';
import { now } from '#lib/clock.ts';
import { KeyStateWord, stateWords } from './KeyStateWord.tsx';
import { RevokeKeyButton } from './RemoveButtons.tsx';

interface KeyTableProps {
  readonly path: string;
  readonly params: SearchParams;
  readonly mayEdit: boolean;
  /** Of one user only. */
  readonly userId?: number;
  /** What is said when there is no key at all. */
  readonly empty: ReactNode;
}

/** A list of keys, by their first six characters. */
export function KeyTable({ path, params, mayEdit, userId, empty }: KeyTableProps) {
  const state = parseListState(params, {
    path,
    sortable: ['created', ...keySorts.filter((sort) => sort !== 'created')],
    filters: ['search', 'state'],
    startsDescending: true,
  });
  const { search = '' } = state.filters;
  const standing = chosen(state.filters.state, keyStates);
  const nowMs = now();
  const wanted = { ...pageRequest(state, keySorts, rowsPerPage), userId, search, state: standing };
  const { rows, total } = pageOfKeys(connections().reader, wanted, nowMs);
  const isNarrowed = search !== '' || standing !== undefined;
  return (
    <>
      {(total > 0 || isNarrowed) && (
        <ListFilter
          state={state}
          fields={[
            {
              name: 'search',
              label: 'Search keys',
              placeholder: userId === undefined ? 'First characters, user or label' : 'First characters or label',
            },
            {
              name: 'state',
              label: 'State',
              choices: [
                { value: '', label: 'All' },
                ...keyStates.map((value) => ({ value, label: stateWords[value] })),
              ],
            },
          ]}
        />
      )}
      <DataTable
        label="keys"
        columns={columnsOf(mayEdit, userId === undefined, nowMs)}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ id }) => id}
        empty={isNarrowed ? <NoMatches what="key" path={path} /> : empty}
      />
    </>
  );
}

function columnsOf(mayEdit: boolean, withUser: boolean, nowMs: number): Column<ListedKey>[] {
  const user: Column<ListedKey> = {
    key: 'user',
    title: 'User',
    isSortable: true,
    render: ({ userId, email }) => (
      <Link prefetch={false} href={`/admin/users/${userId}`}>
        <Breakable text={email} />
      </Link>
    ),
  };
  const revoke: Column<ListedKey> = {
    key: 'revoke',
    title: 'Revoke',
    render: ({ id, prefix, email, revokedAt }) =>
      revokedAt === null ? <RevokeKeyButton id={id} prefix={prefix} user={email} /> : '–',
  };
  return [
    {
      key: 'prefix',
      title: 'Key',
      isSortable: true,
      render: ({ id, prefix }) => (
        <Link prefetch={false} href={`/admin/users/keys/${id}`}>
          {prefix}…
        </Link>
      ),
    },
    ...(withUser ? [user] : []),
    { key: 'label', title: 'Label', isSortable: true, render: ({ label }) => label || '–' },
    { key: 'state', title: 'State', render: (key) => <KeyStateWord state={keyStateOf(key, nowMs)} /> },
    {
      key: 'expires',
      title: 'Expires',
      isSortable: true,
      render: ({ expiresAt }) => <Instant at={expiresAt} never="Never" />,
    },
    {
      key: 'used',
      title: 'Last used',
      isSortable: true,
      render: ({ lastUsedAt, lastNetwork }) => (
        <>
          <Instant at={lastUsedAt} never="Never" />
          {lastNetwork !== null && ` from ${lastNetwork}`}
        </>
      ),
    },
    { key: 'created', title: 'Issued', isSortable: true, render: ({ createdAt }) => <Instant at={createdAt} /> },
    ...(mayEdit ? [revoke] : []),
  ];
}
