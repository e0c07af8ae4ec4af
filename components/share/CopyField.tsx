import { useId, useRef, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { Button } from '#components/ui/Button.tsx';
import { copyText } from '#components/ui/copy-text.ts';
import styles from './CopyField.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly hint: string;
  /** The label of the button. */
  readonly copy: string;
  readonly text: string;
  readonly isLong?: boolean;
}

/** A text to copy by a button, or by hand where the browser does not let a page copy. */
export function CopyField({ label, hint, copy, text, isLong = false }: CopyFieldProps) {
  const say = useSay();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setCopied] = useState<boolean>();

  async function copyNow() {
    if (field.current === null) return;
    // screen readers announce a message again only after it has changed
    setCopied(undefined);
    setCopied(await copyText(text, field.current));
  }

  const outcome = isCopied === undefined ? '' : say(isCopied ? 'share.copied' : 'share.not-copied');
  return (
    <div className={styles.copy}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className={styles.field}
        rows={isLong ? 5 : 2}
        readOnly
        spellCheck={false}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <div className={styles.row}>
        <Button onClick={copyNow}>{copy}</Button>
        <p role="status" className={styles.outcome}>
          {outcome}
        </p>
      </div>
    </div>
  );
}
