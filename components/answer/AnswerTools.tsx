import { useState } from 'react';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import type { Question } from '#components/map/asking/question.ts';
import { Icon } from '#components/ui/Icon.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { QuietButton, QuietLink } from '#components/ui/QuietButton.tsx';
import { comparisonPage, historyPage, permalinkOf } from '#lib/map/permalink.ts';
import { inLanguage } from '#lib/messages/language.ts';
import styles from './AnswerTools.module.css';

// each is loaded when it is opened
const ShareDialog = onDemand(() => import('./ShareDialog.tsx').then((module) => module.ShareDialog));
const ReportDialog = onDemand(() =>
  import('#components/report/ReportDialog.tsx').then((module) => module.ReportDialog),
);

interface AnswerToolsProps {
  readonly question: Question | undefined;
  /** The public address of this site. */
  readonly baseUrl: string;
  readonly supportEmail: string;
  /** Whether earlier coverage can be asked. */
  readonly hasEarlier: boolean;
}

/** Ways to share, compare or report an answer, and a link to measure an area. */
export function AnswerTools({ question, baseUrl, supportEmail, hasEarlier }: AnswerToolsProps) {
  const say = useSay();
  const language = useLanguage();
  const [opened, setOpened] = useState<'share' | 'report'>();
  const close = () => setOpened(undefined);
  const area = (
    <p className={styles.else}>
      <a href={inLanguage('/area', language)}>{say('area.open')}</a>
    </p>
  );
  if (question?.outcome === undefined) return area;
  const { kind } = question.outcome;
  // only an answer can be wrong
  const isReportable = kind === 'answered' || kind === 'nothing here';
  return (
    <>
      <div className={styles.tools}>
        <QuietButton onClick={() => setOpened('share')} aria-haspopup="dialog" data-needs-script="">
          <Icon name="share" />
          {say('share.open')}
        </QuietButton>
        <QuietLink href={comparisonPage({ first: question, second: undefined }, language)} data-needs-script="">
          {say('compare.open')}
        </QuietLink>
        {isReportable && hasEarlier && (
          <QuietLink href={historyPage(question, language)}>{say('history.open')}</QuietLink>
        )}
        {isReportable && (
          <QuietButton onClick={() => setOpened('report')} aria-haspopup="dialog" data-needs-script="">
            {say('report.open')}
          </QuietButton>
        )}
      </div>
      {area}
      <p className={styles.printed}>
        {say('share.printed-from', { address: `${baseUrl}${permalinkOf(question, language)}` })}
      </p>
      {opened === 'share' && <ShareDialog asked={question} onClose={close} />}
      {opened === 'report' && <ReportDialog question={question} supportEmail={supportEmail} onClose={close} />}
    </>
  );
}
