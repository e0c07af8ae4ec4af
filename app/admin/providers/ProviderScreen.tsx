import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { StateButton } from '#components/admin/forms/ConfirmButton.tsx';
import { RetiredState } from '#components/admin/State.tsx';
import { SubNavigation } from '#components/admin/shell/SubNavigation.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { getProvider, type Provider } from '#db/broadband/providers.ts';
import { connections } from '#db/client.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { retireProvider, reviveProvider } from './actions.ts';

/** What every screen of a provider needs. */
export interface OpenedProvider {
  readonly provider: Provider;
  readonly path: string;
  /** Read before the provider. */
  readonly revision: number;
  readonly mayEdit: boolean;
}

/** The params of a screen of a provider. */
export type ProviderParams = Promise<{ readonly provider: string }>;

/** The provider in the address, for people who are signed in. */
export async function openProvider(params: ProviderParams): Promise<OpenedProvider> {
  const staff = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const provider = getProvider(reader, numberOf((await params).provider));
  if (provider === undefined) notFound();
  const path = `/admin/providers/${provider.id}`;
  return { provider, path, revision, mayEdit: isRoleEnough(staff.role, 'editor') };
}

interface ProviderScreenProps {
  readonly opened: OpenedProvider;
  readonly children: ReactNode;
}

/** The header and the tabs of a provider. */
export function ProviderScreen({ opened, children }: ProviderScreenProps) {
  const { provider, path, revision, mayEdit } = opened;
  const { id, name, retiredAt } = provider;
  return (
    <AdminPage
      navigation={<BackLink href="/admin/providers">All providers</BackLink>}
      title={name}
      state={<RetiredState retiredAt={retiredAt} />}
      intro={retiredAt === null ? undefined : 'This provider is retired: versions with its layers cannot be published.'}
      actions={
        mayEdit && (
          <StateButton
            {...{ id, name, isRetired: retiredAt !== null, revision, retire: retireProvider, revive: reviveProvider }}
            details={{
              retire:
                'Versions with its layers can then no longer be published. You can bring it back. One with published offers cannot be retired: retire its layers and publish that first.',
              revive: 'Versions with its layers can be published again.',
            }}
          />
        )
      }
      tabs={
        <SubNavigation
          label={`Screens of ${name}`}
          screens={[
            { path, title: 'Provider' },
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
