import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import { Dialog } from '#components/ui/Dialog.tsx';
import { QuietButton } from '#components/ui/QuietButton.tsx';
import { embedSnippet } from '#lib/map/answer/embed-snippet.ts';
import { formatPoint } from '#lib/map/degrees.ts';
import { type NamedPoint, permalinkOf } from '#lib/map/permalink.ts';
import { CopyField } from './CopyField.tsx';
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
