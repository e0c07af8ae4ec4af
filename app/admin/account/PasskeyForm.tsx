'use client';

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { beginPasskey, finishPasskey } from './actions.ts';

/** Adds a passkey of this device. */
export function PasskeyForm() {
  const { form, sentence, isPending, submit } = useActionForm({ label: '' }, makePasskey, () => {
    form.reset();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError sentence={sentence} />
        <Group align="flex-end">
          <TextInput
            label="Name of a new passkey"
            placeholder="My phone"
            autoComplete="off"
            {...form.getInputProps('label')}
          />
          <Button type="submit" loading={isPending}>
            Add a passkey
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

async function makePasskey({ label }: { label: string }): Promise<ActionResult> {
  const asked = await beginPasskey({ label });
  if (!asked.ok) return asked;
  const response = await startRegistration({ optionsJSON: asked.value }).catch(() => undefined);
  if (response === undefined) {
    return { ok: false, sentence: 'No passkey was added. Your device may already have one for this account.' };
  }
  return await finishPasskey({ label, response });
}
