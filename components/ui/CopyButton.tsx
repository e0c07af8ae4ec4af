'use client';

import type { RefObject } from 'react';
import { Button } from './Button.tsx';
import styles from './CopyButton.module.css';
import { QuietButton } from './QuietButton.tsx';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Shows the text, which is selected in it where the browser does not let a page copy. */
  readonly field: RefObject<HTMLElement | null>;
  readonly words: { readonly copy: string; readonly copied: string; readonly notCopied: string };
  /** Whether it is what its dialog is for. */
  readonly isMain?: boolean;
}

/** Copies a text that is shown beside it, and says for a while that it did, or that it could not. */
export function CopyButton({ text, field, words, isMain = false }: CopyButtonProps) {
  const { isCopied, copyNow } = useCopy(text, field);
  const Action = isMain ? Button : QuietButton;

  return (
    <div className={styles.row} data-needs-script="">
      <Action onClick={copyNow}>{words.copy}</Action>
      <p role="status" className={styles.outcome}>
        {isCopied !== undefined && (isCopied ? words.copied : words.notCopied)}
      </p>
    </div>
  );
}
