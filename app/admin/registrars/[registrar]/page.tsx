import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { NetworkForm } from '#app/admin/registrars/NetworkForm.tsx';
import { NetworkTable } from '#app/admin/registrars/NetworkTable.tsx';
import { PasteForm } from '#app/admin/registrars/PasteForm.tsx';
import { openRegistrar, type RegistrarParams, RegistrarScreen } from '#app/admin/registrars/RegistrarScreen.tsx';
import { DrawerButton } from '#components/admin/forms/DrawerButton.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';

export const metadata: Metadata = { title: 'Registrar' };

interface RegistrarPageProps extends ListPageProps {
  readonly params: RegistrarParams;
}

/** The networks of a registrar; `?add` opens the form for the next one. */
export default async function RegistrarPage({ params, searchParams }: RegistrarPageProps) {
  const opened = await openRegistrar(params);
  const given = await searchParams;
  const { id, name } = opened.registrar;
  const registrars = [{ id, name }];
  return (
    <RegistrarScreen opened={opened}>
      {opened.mayEdit && (
        <Group gap="sm">
          <DrawerButton label="Allow an address" isOpenAtFirst={given.add !== undefined}>
            <NetworkForm registrars={registrars} />
          </DrawerButton>
          <DrawerButton label="Allow many" variant="default">
            <PasteForm registrars={registrars} />
          </DrawerButton>
        </Group>
      )}
      <NetworkTable registrarId={id} params={given} mayEdit={opened.mayEdit} />
    </RegistrarScreen>
  );
}
