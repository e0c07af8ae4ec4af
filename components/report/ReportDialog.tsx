import { useEffect, useRef, useState } from 'react';
import { announcementFor } from '#components/answer/announcement.ts';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import type { Question } from '#components/map/asking/question.ts';
import { Dialog } from '#components/ui/Dialog.tsx';
import { summariseResults } from '#lib/map/answer/words.ts';
import { inLanguage } from '#lib/messages/language.ts';
import styles from './ReportDialog.module.css';
import { ReportForm, type StoredReport } from './ReportForm.tsx';

interface ReportDialogProps {
  readonly question: Question;
  readonly supportEmail: string;
  readonly onClose: () => void;
}

/** A dialog to report a wrong answer to staff. */
export function ReportDialog({ question, supportEmail, onClose }: ReportDialogProps) {
  const say = useSay();
  const language = useLanguage();
  const [stored, setStored] = useState<StoredReport>();
  const thanks = useRef<HTMLParagraphElement>(null);
  const shown = announcementFor(say, question, supportEmail, summariseResults);

  // the form with the focus is gone
  useEffect(() => {
    if (stored !== undefined) thanks.current?.focus();
  }, [stored]);

  return (
    <Dialog title={say('report.title')} onClose={onClose}>
      {stored === undefined ? (
        <>
          <p className={styles.shown}>{say('report.shown', { answer: shown })}</p>
          <ReportForm point={question.point} shown={shown} supportEmail={supportEmail} onStored={setStored} />
        </>
      ) : (
        <>
          <p ref={thanks} tabIndex={-1} className={styles.thanks}>
            {say('report.kept', { number: stored.number })}
          </p>
          <p className={styles.link}>{say('report.link-once')}</p>
          <p className={styles.link}>
            <a href={inLanguage(stored.link, language)}>{inLanguage(stored.link, language)}</a>
          </p>
        </>
      )}
    </Dialog>
  );
}
