import { useEffect, useRef, useState } from 'react';
import { announcementFor } from '#components/answer/announcement.ts';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Question } from '#components/map/asking/question.ts';
import { Dialog } from '#components/ui/Dialog.tsx';
import { summariseResults } from '#lib/map/answer/words.ts';
import styles from './ReportDialog.module.css';
import { ReportForm } from './ReportForm.tsx';

interface ReportDialogProps {
  readonly question: Question;
  readonly supportEmail: string;
  readonly onClose: () => void;
}

/** A dialog to report a wrong answer to staff. */
export function ReportDialog({ question, supportEmail, onClose }: ReportDialogProps) {
  const say = useSay();
  const [number, setNumber] = useState<number>();
  const thanks = useRef<HTMLParagraphElement>(null);
  const shown = announcementFor(say, question, supportEmail, summariseResults);

  // the form with the focus is gone
  useEffect(() => {
    if (number !== undefined) thanks.current?.focus();
  }, [number]);

  return (
    <Dialog title={say('report.title')} onClose={onClose}>
      {number === undefined ? (
        <>
          <p className={styles.shown}>{say('report.shown', { answer: shown })}</p>
          <ReportForm point={question.point} shown={shown} supportEmail={supportEmail} onStored={setNumber} />
        </>
      ) : (
        <p ref={thanks} tabIndex={-1} className={styles.thanks}>
          {say('report.kept', { number })}
        </p>
      )}
    </Dialog>
  );
}
