'use client';

import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '#components/admin/CopyText.tsx';
import styles from './IssuedKeyCard.module.css';

interface IssuedKeyCardProps {
  readonly text: string;
  /** Shown above the key. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** The text of a new key. It is shown on this screen only and not stored (N11). */
export function IssuedKeyCard({ text, children, onClose }: IssuedKeyCardProps) {
  return (
    <Alert variant="light" title="The new key" role="alert">
      <Stack>
        <p>Copy it now and hand it over safely: it is shown only once and is not stored.</p>
        {children}
        <Group align="flex-end">
          <TextInput
            label="Key"
            value={text}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
            classNames={{ root: styles.field, input: styles.text }}
          />
          <CopyText text={text} label="Copy the key" variant="filled" />
          <Button variant="default" onClick={onClose}>
            I have it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
