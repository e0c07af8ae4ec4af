'use client';

import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { qrPath } from '#lib/staff/qr-path.ts';
import type { TotpSetUp } from '#lib/staff/totp.ts';
import styles from './AuthenticatorSetUp.module.css';
import { confirmAuthenticator } from './actions.ts';

interface AuthenticatorSetUpProps {
  readonly setUp: TotpSetUp;
  /** Receives the recovery codes, which are shown only once. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The QR code to scan or the secret to type, and a field for the first code, which shows that it worked. */
export function AuthenticatorSetUp({ setUp, onDone, onCancel }: AuthenticatorSetUpProps) {
  const { form, sentence, isPending, submit } = useActionForm({ code: '' }, confirmAuthenticator, onDone);
  const { size, path } = qrPath(setUp.uri);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>1. Open the authenticator app on your phone, add an account and scan this code:</Text>
        <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code">
          <path d={path} />
        </svg>
        <Text component="div">
          Or type this key into the app: <Code className={styles.typed}>{setUp.typed}</Code>
        </Text>
        <FormError sentence={sentence} />
        <TextInput
          label="2. The six digits that the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          maw="16rem"
          {...form.getInputProps('code')}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            Turn the app on
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
