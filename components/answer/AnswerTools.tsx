import { useState } from 'react';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import type { Question } from '#components/map/asking/question.ts';
import { Icon } from '#components/ui/Icon.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { QuietButton } from '#components/ui/QuietButton.tsx';
import { QuietLink } from '#components/ui/QuietLink.tsx';
import { comparisonPage } from '#lib/map/answer/comparison.ts';
import { permalinkOf } from '#lib/map/permalink.ts';
import styles from './AnswerTools.module.css';

// each is loaded when it is opened
const ShareDialog = onDemand(() => import('#components/share/ShareDialog.tsx').then((module) => module.ShareDialog));
const ReportDialog = onDemand(() =>
  import('#components/report/ReportDialog.tsx').then((module) => module.ReportDialog),
);

interface AnswerToolsProps {
  readonly question: Question;
  /** The public address of this site. */
  readonly baseUrl: string;
  readonly supportEmail: string;
}

/** Ways to share, compare or report an answer. */
export function AnswerTools({ question, baseUrl, supportEmail }: AnswerToolsProps) {
  const say = useSay();
  const language = useLanguage();
  const [opened, setOpened] = useState<'share' | 'report'>();
  const close = () => setOpened(undefined);
  if (question.outcome === undefined) return null;
  const { kind } = question.outcome;
  // only an answer can be wrong
  const isReportable = kind === 'answered' || kind === 'nothing here';
  return (
    <>
      <div className={styles.tools}>
        <QuietButton onClick={() => setOpened('share')} aria-haspopup="dialog">
          <Icon name="share" />
          {say('share.open')}
        </QuietButton>
        <QuietLink href={comparisonPage({ first: question, second: undefined }, language)}>
          {say('compare.open')}
        </QuietLink>
        {isReportable && (
          <QuietButton onClick={() => setOpened('report')} aria-haspopup="dialog">
            {say('report.open')}
          </QuietButton>
        )}
      </div>
      <p className={styles.printed}>
        {say('share.printed-from', { address: `${baseUrl}${permalinkOf(question, language)}` })}
      </p>
      {opened === 'share' && <ShareDialog asked={question} onClose={close} />}
      {opened === 'report' && <ReportDialog question={question} supportEmail={supportEmail} onClose={close} />}
    </>
  );
}
