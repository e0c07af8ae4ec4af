import type { ReactNode } from 'react';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { BulkAction } from '#components/admin/lists/BulkSelection.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { type ListedKey, pageOfKeys } from '#db/access/keys.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { keyStateOf } from '#lib/access/keys/api-key.ts';
import { now } from '#lib/clock.ts';
import { revokeKeys } from './actions.ts';
import { RevokeKeyButton } from './KeyForm.tsx';
import { scopesWords } from './key-words.ts';
import { KeyStateWord, keyList } from './user-list.tsx';

interface KeyTableProps {
  readonly path: string;
  readonly params: SearchParams;
  readonly mayEdit: boolean;
  /** Of one user only. */
  readonly userId?: number;
  /** Shown while there are no keys at all. */
  readonly empty: ReactNode;
}

/** A list of keys, by six of their characters. */
export function KeyTable({ path, params, mayEdit, userId, empty }: KeyTableProps) {
  const nowMs = now();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const list = readList(params, keyList(path, userId));
  return (
    <StaffList
      list={list}
      columns={columnsOf(mayEdit ? revision : undefined, userId === undefined, nowMs)}
      page={pageOfKeys(reader, { ...list.query, userId }, nowMs)}
      empty={empty}
      exportPath={userId === undefined ? '/admin/export/keys' : `/admin/export/keys?user=${userId}`}
      bulk={mayEdit ? { one: 'key', nameOf: nameOfKey, actions: bulkActions, revision } : undefined}
    />
  );
}

const bulkActions: readonly BulkAction[] = [
  {
    label: 'Revoke',
    done: 'revoked',
    act: revokeKeys,
    detail: 'They are refused permanently, on every server within a second.',
  },
];

/** A key that is revoked already cannot be selected. */
function nameOfKey({ prefix, email, revokedAt }: ListedKey): string | undefined {
  return revokedAt === null ? `key ${prefix}… of ${email}` : undefined;
}

/** @param revision of the page, for the buttons of editors */
function columnsOf(revision: number | undefined, withUser: boolean, nowMs: number): Column<ListedKey>[] {
  const user: Column<ListedKey> = {
    key: 'user',
    title: 'User',
    href: ({ userId }) => `/admin/users/${userId}`,
    render: ({ email }) => <Breakable text={email} />,
  };
  const revoke: Column<ListedKey> = {
    key: 'revoke',
    title: 'Revoke',
    render: ({ id, prefix, email, revokedAt }) =>
      revokedAt === null && revision !== undefined ? (
        <RevokeKeyButton {...{ id, prefix, revision }} user={email} />
      ) : null,
  };
  return [
    { key: 'prefix', title: 'Key', href: ({ id }) => `/admin/users/keys/${id}`, render: ({ prefix }) => `${prefix}…` },
    ...(withUser ? [user] : []),
    { key: 'label', title: 'Label', render: ({ label }) => label },
    { key: 'scopes', title: 'May be used for', render: ({ scopes }) => scopesWords(scopes) },
    { key: 'state', title: 'State', render: (key) => <KeyStateWord state={keyStateOf(key, nowMs)} /> },
    { key: 'expires', title: 'Expires', render: ({ expiresAt }) => <Instant at={expiresAt} never="Never" /> },
    {
      key: 'used',
      title: 'Last used',
      render: ({ lastUsedAt, lastNetwork }) => (
        <>
          <Instant at={lastUsedAt} never="Never" />
          {lastNetwork !== null && ` from ${lastNetwork}`}
        </>
      ),
    },
    { key: 'created', title: 'Issued', render: ({ createdAt }) => <Instant at={createdAt} /> },
    ...(revision === undefined ? [] : [revoke]),
  ];
}
