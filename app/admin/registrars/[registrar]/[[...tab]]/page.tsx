import { Group } from '@mantine/core';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { History } from '#app/admin/audit/History.tsx';
import { limitWords } from '#app/admin/form-of.ts';
import { requireStaff } from '#app/admin/guard.ts';
import { removeRegistrar } from '#app/admin/registrars/actions.ts';
import { NetworkForm, PasteForm } from '#app/admin/registrars/NetworkForm.tsx';
import { NetworkTable } from '#app/admin/registrars/NetworkTable.tsx';
import { RegistrarForm } from '#app/admin/registrars/RegistrarForm.tsx';
import { type TabbedPageProps, TabContent, TabLinks, type TabProps, type Tabs, tabMetadata } from '#app/admin/tabs.tsx';
import { AccountUsage } from '#app/admin/usage/AccountUsage.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { RemoveButton } from '#components/admin/forms/ConfirmButton.tsx';
import { DrawerButton } from '#components/admin/forms/DrawerButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { State } from '#components/admin/State.tsx';
import { getRegistrar, type Registrar } from '#db/access/registrars.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { registrarFields, registrarRecord } from '#flows/access/registrars.ts';
import { registrarPerSecond } from '#lib/access/limit/policy.ts';

type RegistrarPageProps = TabbedPageProps<'registrar'>;

export const generateMetadata = (props: RegistrarPageProps) => tabMetadata('Registrar', props);

/** A registrar: its networks, requests, settings and history. */
export default async function RegistrarPage(page: RegistrarPageProps) {
  const opened = await openRegistrar((await page.params).registrar);
  const { registrar, revision, mayEdit } = opened;
  const { id, name, enabled } = registrar;
  return (
    <AdminPage
      navigation={<BackLink href="/admin/registrars">All registrars</BackLink>}
      title={name}
      state={<State kind={enabled ? 'good' : 'ended'}>{enabled ? 'Enabled' : 'Disabled'}</State>}
      intro={enabled ? undefined : 'This registrar is disabled: its networks let nobody in.'}
      actions={
        mayEdit && (
          <RemoveButton
            label="Remove the registrar"
            name={name}
            detail="All its networks are removed with it, and its callers are refused within a second. To refuse them only for a while, disable it instead."
            list="/admin/registrars"
            action={removeRegistrar.bind(null, id, revision)}
          />
        )
      }
      tabs={<TabLinks tabs={tabs} opened={opened} name={name} />}
    >
      <TabContent tabs={tabs} opened={opened} page={page} />
    </AdminPage>
  );
}

const tabs: Tabs<OpenedRegistrar> = {
  '': { title: 'Networks', Content: Networks },
  usage: { title: 'Usage', Content: Usage },
  settings: { title: 'Settings', Content: Settings },
  history: { title: 'History', Content: RegistrarHistory },
};

interface OpenedRegistrar {
  readonly registrar: Registrar;
  readonly path: string;
  /** Read before the registrar. */
  readonly revision: number;
  readonly mayEdit: boolean;
}

/** The registrar in the address, for people who are signed in. */
async function openRegistrar(id: string): Promise<OpenedRegistrar> {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const registrar = getRegistrar(reader, numberOf(id));
  if (registrar === undefined) notFound();
  const path = `/admin/registrars/${registrar.id}`;
  return { registrar, path, revision, mayEdit };
}

/** `?add` opens the form for the next network. */
function Networks({ opened: { registrar, mayEdit }, params }: TabProps<OpenedRegistrar>) {
  const { id, name } = registrar;
  const registrars = [{ id, name }];
  return (
    <>
      {mayEdit && (
        <Group gap="sm">
          <DrawerButton label="Allow an address" isOpenAtFirst={params.add !== undefined}>
            <NetworkForm registrars={registrars} />
          </DrawerButton>
          <DrawerButton label="Allow many" variant="default">
            <PasteForm registrars={registrars} />
          </DrawerButton>
        </Group>
      )}
      <NetworkTable registrarId={id} params={params} mayEdit={mayEdit} />
    </>
  );
}

function Usage({ opened, path, params }: TabProps<OpenedRegistrar>) {
  return <AccountUsage api="registry" accountIds={[opened.registrar.id]} path={path} params={params} />;
}

function Settings({ opened: { registrar, revision, mayEdit } }: TabProps<OpenedRegistrar>) {
  const { id, contactEmail, note, perSecond, enabled, createdAt } = registrar;
  return (
    <Section title="The registrar">
      {mayEdit ? (
        <RegistrarForm id={id} opened={{ revision, fields: registrarFields(registrar) }} />
      ) : (
        <Facts
          facts={[
            ['Contact email', contactEmail],
            ['Requests a second', limitWords(perSecond, registrarPerSecond)],
            ['State', enabled ? 'Enabled' : 'Disabled'],
            ['Added', <Instant key="added" at={createdAt} />],
            ['Note', note],
          ]}
        />
      )}
    </Section>
  );
}

function RegistrarHistory({ opened, path, params }: TabProps<OpenedRegistrar>) {
  return <History record={registrarRecord(opened.registrar.id)} path={path} params={params} />;
}
