'use client';

import { useRef } from 'react';
import { CopyButton } from '#components/ui/CopyButton.tsx';
import { developerWords } from '#lib/messages/developers/words.ts';
import styles from './Markdown.module.css';

/** A text in a fixed font, which scrolls where it is too wide, and a button to copy it. */
export function CodeBlock({ text }: { readonly text: string }) {
  const field = useRef<HTMLPreElement>(null);
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre ref={field} className={styles.code} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} field={field} words={developerWords.en} />
    </div>
  );
}
