'use client';

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { useActionForm } from '#components/admin/forms/ActionForm.tsx';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { confirmDone } from '#components/admin/shell/Confirmation.tsx';
import { beginPasskey, finishPasskey, removePasskey } from './actions.ts';
import styles from './OwnList.module.css';

interface PasskeysProps {
  readonly passkeys: readonly {
    readonly id: number;
    readonly label: string;
    readonly createdAt: number;
    readonly lastUsedAt: number | null;
  }[];
}

/** The person's own passkeys, and a form to add one. */
export function Passkeys({ passkeys }: PasskeysProps) {
  return (
    <Stack>
      {passkeys.length === 0 && <Text>You have no passkeys yet.</Text>}
      {passkeys.length > 0 && (
        <ul className={styles.list} aria-label="Your passkeys">
          {passkeys.map(({ id, label, createdAt, lastUsedAt }) => (
            <li key={id} className={styles.item}>
              <div>
                <strong>{label}</strong>
                <p className={styles.quiet}>
                  Added <Instant at={createdAt} />, last used <Instant at={lastUsedAt} never="never" />
                </p>
              </div>
              <ConfirmButton
                label="Remove"
                description={`Remove ${label}`}
                question={`Remove the passkey ${label}?`}
                detail="You can no longer sign in with it. Remove it from your device too."
                action={() => removePasskey(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <PasskeyForm />
    </Stack>
  );
}

/** Adds a passkey of this device. */
function PasskeyForm() {
  const { form, sentence, isPending, submit } = useActionForm({ label: '' }, makePasskey, () => {
    confirmDone('The passkey was added.');
    form.reset();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError sentence={sentence} />
        <Group align="flex-end">
          <TextInput
            label="Name of a new passkey"
            placeholder="Such as: my phone"
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
