'use client';

import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import styles from './AuthenticatorSetUp.module.css';
import { confirmAuthenticator, type TotpSetUp } from './second-factor.ts';

interface AuthenticatorSetUpProps {
  readonly setUp: TotpSetUp;
  /** Gets the recovery codes, which are shown this once. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The QR code to photograph, the secret to type instead, and the first code that proves it worked. */
export function AuthenticatorSetUp({ setUp, onDone, onCancel }: AuthenticatorSetUpProps) {
  const { form, sentence, isPending, submit } = useActionForm({ code: '' }, confirmAuthenticator, onDone);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>1. Open the authenticator app on your phone, add an account, and photograph this:</Text>
        <svg className={styles.code} viewBox={`0 0 ${setUp.size} ${setUp.size}`} role="img" aria-label="QR code">
          <path d={setUp.path} />
        </svg>
        <Text component="div">
          Or type this key into it: <Code className={styles.typed}>{setUp.typed}</Code>
        </Text>
        <FormError sentence={sentence} />
        <TextInput
          label="2. The six digits the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          maw="16rem"
          {...form.getInputProps('code')}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            Turn it on
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
