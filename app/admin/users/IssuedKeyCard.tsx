'use client';

import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '#components/admin/CopyText.tsx';
import styles from './IssuedKeyCard.module.css';

interface IssuedKeyCardProps {
  readonly text: string;
  /** What else is to be known. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** A new key's text. It exists on this screen only: it is stored nowhere (N11). */
export function IssuedKeyCard({ text, children, onClose }: IssuedKeyCardProps) {
  return (
    <Alert variant="light" title="The new key" role="alert">
      <Stack>
        <p>Copy it now and hand it over safely: it is shown this once, and stored nowhere.</p>
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
