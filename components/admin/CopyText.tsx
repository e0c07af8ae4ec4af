'use client';

import { Button, type ButtonProps, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '#components/ui/copy-text.ts';
import styles from './CopyText.module.css';

interface CopyTextProps extends Pick<ButtonProps, 'variant'> {
  readonly text: string;
  readonly label: string;
}

const confirmedForMs = 10_000;

/** Copies a text and confirms it, or reports that the browser does not allow it. Place it in a row that wraps. */
export function CopyText({ text, label, variant = 'default' }: CopyTextProps) {
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setCopied] = useState<boolean>();

  useEffect(() => {
    if (isCopied !== true) return;
    const timer = setTimeout(() => setCopied(undefined), confirmedForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copyNow() {
    if (field.current === null) return;
    setCopied(await copyText(text, field.current));
    button.current?.focus();
  }

  return (
    <>
      <Button ref={button} variant={variant} onClick={copyNow}>
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
