import { useId, useRef } from 'react';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import { CopyButton } from '#components/ui/CopyButton.tsx';
import { Dialog } from '#components/ui/Dialog.tsx';
import { QuietButton } from '#components/ui/QuietButton.tsx';
import { formatPoint } from '#lib/map/degrees.ts';
import { embedSnippet, type NamedPoint, permalinkOf } from '#lib/map/permalink.ts';
import styles from './ShareDialog.module.css';

interface ShareDialogProps {
  readonly asked: NamedPoint;
  readonly onClose: () => void;
}

/** The ways to share an answer. */
export function ShareDialog({ asked, onClose }: ShareDialogProps) {
  const say = useSay();
  const language = useLanguage();
  const place = asked.address ?? formatPoint(say, asked.point);
  const { origin, href, hash } = window.location;
  const frame = `${origin}${permalinkOf(asked, language, 'embed')}${hash}`;
  return (
    <Dialog title={say('share.title')} onClose={onClose}>
      <CopyField label={say('share.link')} hint={say('share.link-hint')} copy={say('share.copy-link')} text={href} />
      <div>
        <QuietButton onClick={() => window.print()}>{say('share.print')}</QuietButton>
      </div>
      <details className={styles.embed}>
        <summary className={styles.summary}>{say('share.embed')}</summary>
        <CopyField
          label={say('share.snippet')}
          hint={say('share.snippet-hint')}
          copy={say('share.copy-snippet')}
          text={embedSnippet(frame, say('share.frame-title', { place }))}
          isLong
        />
      </details>
    </Dialog>
  );
}

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
      <CopyButton
        text={text}
        field={field}
        words={{ copy, copied: say('share.copied'), notCopied: say('share.not-copied') }}
        isMain
      />
    </div>
  );
}
