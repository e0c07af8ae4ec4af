import { useId, useRef } from 'react';
import { CopyButton } from '#components/ui/CopyButton.tsx';
import type { DeveloperWords } from '#lib/messages/developers/words.ts';
import { Outcome } from './Outcome.tsx';
import styles from './ShownKey.module.css';

/** The text of a key, which is shown only here (N11). */
export function ShownKey({ text, words }: { readonly text: string; readonly words: DeveloperWords }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Outcome className={styles.key}>
      <label htmlFor={id}>{words.keyLabel}</label>
      <input
        ref={field}
        id={id}
        value={text}
        readOnly
        size={44}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
      />
      <p id={`${id}-hint`}>{words.keyHint}</p>
      <CopyButton text={text} field={field} words={words} />
    </Outcome>
  );
}
