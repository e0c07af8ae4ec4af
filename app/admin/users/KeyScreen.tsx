import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { SubNavigation } from '#components/admin/shell/SubNavigation.tsx';
import { getKey, type ListedKey } from '#db/access/key-list.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { type KeyState, keyStateOf } from '#lib/access/keys/key-state.ts';
import { now } from '#lib/clock.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { RevokeKeyButton } from './RemoveButtons.tsx';
import { KeyStateWord } from './user-list.tsx';

/** What every screen of a key needs. */
export interface OpenedKey {
  readonly apiKey: ListedKey;
  readonly state: KeyState;
  readonly path: string;
  /** Read before the key. */
  readonly revision: number;
  /** Whether it can be changed, and by this person. */
  readonly mayEdit: boolean;
}

/** The params of a screen of a key. */
export type KeyParams = Promise<{ readonly key: string }>;

/** The key in the address, for people who are signed in. */
export async function openKey(params: KeyParams): Promise<OpenedKey> {
  const staff = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const apiKey = getKey(reader, numberOf((await params).key));
  if (apiKey === undefined) notFound();
  const state = keyStateOf(apiKey, now());
  const mayEdit = isRoleEnough(staff.role, 'editor') && state !== 'revoked';
  return { apiKey, state, path: `/admin/users/keys/${apiKey.id}`, revision, mayEdit };
}

interface KeyScreenProps {
  readonly opened: OpenedKey;
  readonly children: ReactNode;
}

/** The header and the tabs of a key. */
export function KeyScreen({ opened, children }: KeyScreenProps) {
  const { apiKey, state, path, revision, mayEdit } = opened;
  const { id, prefix, email, userId, label } = apiKey;
  return (
    <AdminPage
      navigation={<BackLink href={`/admin/users/${userId}`}>{`All keys of ${email}`}</BackLink>}
      title={`Key ${prefix}…`}
      state={<KeyStateWord state={state} />}
      intro={label || undefined}
      actions={mayEdit && <RevokeKeyButton {...{ id, prefix, revision }} user={email} size="sm" />}
      tabs={
        <SubNavigation
          label={`Screens of key ${prefix}…`}
          screens={[
            { path, title: 'Key' },
            { path: `${path}/usage`, title: 'Usage' },
            { path: `${path}/settings`, title: 'Settings' },
            { path: `${path}/history`, title: 'History' },
          ]}
        />
      }
    >
      {children}
    </AdminPage>
  );
}
