'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyText } from '#components/admin/CopyText.tsx';
import styles from './RecoveryCodes.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  return (
    <Stack>
      <Text role="status">
        <strong>Save these recovery codes now: they are shown only once.</strong> Each of them lets you sign in once
        without your phone. Print them, or save them where you keep your passwords.
      </Text>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group>
        <CopyText text={codes.join('\n')} label="Copy the codes" />
        <Button onClick={onSaved}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
