'use client';

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { invite } from '#app/admin/staff/actions.ts';
import { OneTimeLink } from '#app/admin/staff/OneTimeLink.tsx';
import { RoleFields, type RoleValues } from '#app/admin/staff/RoleForm.tsx';
import type { ProviderChoice } from '#app/admin/staff/staff-list.tsx';
import { useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Stage } from '#components/admin/Stage.tsx';

type InviteValues = RoleValues & { readonly email: string };

const nobody: InviteValues = { email: '', role: 'viewer', provider: null };

interface InviteFormProps {
  readonly isMailed: boolean;
  readonly providers: readonly ProviderChoice[];
}

/**
 * Asks for an email address and a role, and the provider of a provider's person; then shows the link, only once, or that it was
 * mailed.
 */
export function InviteForm({ isMailed, providers }: InviteFormProps) {
  const [link, setLink] = useState<string | null>();
  const { form, sentence, isPending, submit } = useActionForm<InviteValues, string | null>(nobody, inviteWith, setLink);
  const again = () => {
    form.reset();
    setLink(undefined);
  };
  if (link !== undefined) {
    return (
      <Stage name="link">
        <OneTimeLink link={link} email={form.values.email}>
          <Button variant="default" onClick={again}>
            Invite somebody else
          </Button>
        </OneTimeLink>
      </Stage>
    );
  }
  return (
    <Stage name="form">
      <form onSubmit={submit} noValidate>
        <Stack maw="32rem">
          <FormError sentence={sentence} />
          <TextInput label="Email address" type="email" autoComplete="off" {...form.getInputProps('email')} />
          <RoleFields
            label="Role"
            role={form.getInputProps('role')}
            provider={form.getInputProps('provider')}
            providers={providers}
          />
          <Group>
            <Button type="submit" loading={isPending}>
              {isMailed ? 'Mail the invitation' : 'Create link'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stage>
  );
}

/** What was chosen for another role before does not count. */
function inviteWith({ email, role, provider }: InviteValues) {
  return invite({ email, role, provider: role === 'provider' ? provider : null });
}
