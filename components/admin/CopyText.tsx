'use client';

import { Button, type ButtonProps, CopyButton } from '@mantine/core';

interface CopyTextProps extends Pick<ButtonProps, 'variant'> {
  readonly text: string;
  readonly label: string;
}

/** Copies a text, and says so. */
export function CopyText({ text, label, variant = 'default' }: CopyTextProps) {
  return (
    <CopyButton value={text} timeout={10_000}>
      {({ copied, copy }) => (
        <Button variant={variant} onClick={copy}>
          <span aria-live="polite">{copied ? 'Copied' : label}</span>
        </Button>
      )}
    </CopyButton>
  );
}
