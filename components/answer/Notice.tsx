import { useSay } from '#components/language/LanguageProvider.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Icon } from '#components/ui/Icon.tsx';
import type { OutcomeWords } from '#lib/map/answer/outcome.ts';
import styles from './Notice.module.css';

interface NoticeProps {
  readonly words: OutcomeWords;
  /** Whether it is an error rather than information. */
  readonly isFault: boolean;
  readonly onAskAgain: () => void;
}

export function Notice({ words: { title, text, action }, isFault, onAskAgain }: NoticeProps) {
  const say = useSay();
  return (
    <div className={[styles.notice, isFault ? styles.fault : ''].join(' ')}>
      <h2 className={styles.title}>
        <Icon name={isFault ? 'alert' : 'wave'} />
        {title}
      </h2>
      <p className={styles.text}>{text}</p>
      {action === 'ask again' && <Button onClick={onAskAgain}>{say('outcome.ask-again')}</Button>}
      {action === 'reload' && <Button onClick={() => window.location.reload()}>{say('outcome.reload')}</Button>}
    </div>
  );
}
