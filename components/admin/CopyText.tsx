'use client';

import { Button, CopyButton } from '@mantine/core';

interface CopyTextProps {
  readonly text: string;
  readonly label: string;
}

/** Copies a text, and says so. */
export function CopyText({ text, label }: CopyTextProps) {
  return (
    <CopyButton value={text} timeout={4000}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          <span aria-live="polite">{copied ? 'Copied' : label}</span>
        </Button>
      )}
    </CopyButton>
  );
}
