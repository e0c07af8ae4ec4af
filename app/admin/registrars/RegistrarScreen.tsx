import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { State } from '#components/admin/State.tsx';
import { SubNavigation } from '#components/admin/shell/SubNavigation.tsx';
import { getRegistrar, type Registrar } from '#db/access/registrars.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { RemoveRegistrarButton } from './RemoveButtons.tsx';

/** What every screen of a registrar needs. */
export interface OpenedRegistrar {
  readonly registrar: Registrar;
  readonly path: string;
  /** Read before the registrar. */
  readonly revision: number;
  readonly mayEdit: boolean;
}

/** The params of a screen of a registrar. */
export type RegistrarParams = Promise<{ readonly registrar: string }>;

/** The registrar in the address, for people who are signed in. */
export async function openRegistrar(params: RegistrarParams): Promise<OpenedRegistrar> {
  const staff = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const registrar = getRegistrar(reader, numberOf((await params).registrar));
  if (registrar === undefined) notFound();
  const path = `/admin/registrars/${registrar.id}`;
  return { registrar, path, revision, mayEdit: isRoleEnough(staff.role, 'editor') };
}

interface RegistrarScreenProps {
  readonly opened: OpenedRegistrar;
  readonly children: ReactNode;
}

/** The header and the tabs of a registrar. */
export function RegistrarScreen({ opened, children }: RegistrarScreenProps) {
  const { registrar, path, revision, mayEdit } = opened;
  const { id, name, enabled } = registrar;
  return (
    <AdminPage
      navigation={<BackLink href="/admin/registrars">All registrars</BackLink>}
      title={name}
      state={<State kind={enabled ? 'good' : 'ended'}>{enabled ? 'Enabled' : 'Disabled'}</State>}
      intro={enabled ? undefined : 'This registrar is disabled: its networks let nobody in.'}
      actions={mayEdit && <RemoveRegistrarButton id={id} name={name} revision={revision} />}
      tabs={
        <SubNavigation
          label={`Screens of ${name}`}
          screens={[
            { path, title: 'Networks' },
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
