'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyText } from '#components/admin/CopyText.tsx';
import styles from './RecoveryCodes.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Recovery codes, the one time they are shown. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <Stack>
      <Text role="status">
        <strong>Keep these recovery codes now: they are not shown again.</strong> Each lets you in once when your phone
        is not there. Print them, or put them where you keep your passwords.
      </Text>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group>
        <CopyText text={codes.join('\n')} label="Copy the codes" />
        <Button onClick={onKept}>I have kept them</Button>
      </Group>
    </Stack>
  );
}
