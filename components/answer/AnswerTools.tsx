import dynamic from 'next/dynamic';
import { useState } from 'react';
import { type NamedPoint, permalinkOf } from '#lib/map/permalink.ts';
import { Icon } from '../ui/Icon.tsx';
import { QuietButton } from '../ui/QuietButton.tsx';
import { useLanguage, useSay } from '../words/Words.tsx';
import styles from './AnswerTools.module.css';

// each is fetched when it is opened
const ShareDialog = dynamic(() => import('../share/ShareDialog.tsx').then((module) => module.ShareDialog));

interface AnswerToolsProps {
  readonly asked: NamedPoint;
  /** The public address of this site. */
  readonly baseUrl: string;
}

/** What can be done with an answer. */
export function AnswerTools({ asked, baseUrl }: AnswerToolsProps) {
  const say = useSay();
  const language = useLanguage();
  const [opened, setOpened] = useState<'share'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <div className={styles.tools}>
        <QuietButton onClick={() => setOpened('share')} aria-haspopup="dialog">
          <Icon name="share" />
          {say('share.open')}
        </QuietButton>
      </div>
      <p className={styles.printed}>
        {say('share.printed-from', { address: `${baseUrl}${permalinkOf(asked, language)}` })}
      </p>
      {opened === 'share' && <ShareDialog asked={asked} onClose={close} />}
    </>
  );
}
