'use client';

import { type RefObject, useEffect, useState } from 'react';
import { Button, QuietButton } from './Button.tsx';
import styles from './CopyButton.module.css';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Shows the text, which is selected in it where the browser does not let a page copy. */
  readonly field: RefObject<HTMLElement | null>;
  readonly words: { readonly copy: string; readonly copied: string; readonly notCopied: string };
  /** Whether it is what its dialog is for. */
  readonly isMain?: boolean;
}

const confirmedForMs = 10_000;

/** Copies a text that is shown beside it, and says for a while that it did, or that it could not. */
export function CopyButton({ text, field, words, isMain = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState<boolean>();
  const Action = isMain ? Button : QuietButton;

  useEffect(() => {
    if (isCopied !== true) return;
    const timer = setTimeout(() => setCopied(undefined), confirmedForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copyNow() {
    if (field.current === null) return;
    // screen readers announce a message again only after it has changed
    setCopied(undefined);
    setCopied(await copyText(text, field.current));
  }

  return (
    <div className={styles.row} data-needs-script="">
      <Action onClick={copyNow}>{words.copy}</Action>
      <p role="status" className={styles.outcome}>
        {isCopied !== undefined && (isCopied ? words.copied : words.notCopied)}
      </p>
    </div>
  );
}
