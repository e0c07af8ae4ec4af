'use client';

import { Stack, Text } from '@mantine/core';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { removePasskey } from './actions.ts';
import styles from './OwnList.module.css';
import { PasskeyForm } from './PasskeyForm.tsx';

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
