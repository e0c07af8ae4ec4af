'use client';

import { Button, type ButtonProps, Text, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { useCopy } from '#components/ui/use-copy.ts';
import styles from './CopyText.module.css';

interface CopyTextProps extends Pick<ButtonProps, 'variant'> {
  readonly text: string;
  readonly label: string;
}

/** Copies a text and confirms it, or reports that the browser does not allow it. Place it in a row that wraps. */
export function CopyText({ text, label, variant = 'default' }: CopyTextProps) {
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { isCopied, copyNow } = useCopy(text, field);

  async function copyAndReturn() {
    await copyNow();
    button.current?.focus();
  }

  return (
    <>
      <Button ref={button} variant={variant} onClick={copyAndReturn}>
        <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
      </Button>
      <VisuallyHidden aria-hidden>
        <textarea ref={field} tabIndex={-1} readOnly value={text} />
      </VisuallyHidden>
      <Text className={styles.outcome} component="span" role="status" size="sm">
        {isCopied === false && 'Your browser does not let this page copy. Select the text and copy it yourself.'}
      </Text>
    </>
  );
}
