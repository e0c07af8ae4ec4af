import { inScreenWords } from '#app/admin/words.ts';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import type { RefusalRecord } from '#lib/refusal.ts';
import styles from './JobReport.module.css';
import type { OutcomeWords } from './outcome-words.ts';

interface JobReportProps {
  readonly outcome?: OutcomeWords | undefined;
  readonly fault: RefusalRecord | null;
}

/** The result of a job of any kind, or why it failed. */
export function JobReport({ outcome, fault }: JobReportProps) {
  return (
    <>
      {outcome !== undefined && <Outcome outcome={outcome} />}
      {fault !== null && <Faults fault={fault} />}
    </>
  );
}

function Outcome({ outcome: { sentence, notes = [], next } }: { readonly outcome: OutcomeWords }) {
  return (
    <div className={styles.report}>
      <p className={styles.sentence}>{sentence}</p>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {next !== undefined && (
        <div>
          <LinkButton href={next.href}>{next.words}</LinkButton>
        </div>
      )}
    </div>
  );
}

function Faults({ fault }: { readonly fault: RefusalRecord }) {
  const { sentence, faults, total } = inScreenWords(fault);
  return (
    <div className={styles.report}>
      <p className={styles.sentence}>{sentence}</p>
      {faults.length > 0 && (
        <ul className={styles.notes}>
          {faults.map(({ where, sentence: message }) => (
            <li key={`${where} ${message}`}>
              <strong>{where}:</strong> {message}
            </li>
          ))}
        </ul>
      )}
      {total > faults.length && (
        <p>
          The first {faults.length} of {total.toLocaleString('en-NZ')} places are shown.
        </p>
      )}
    </div>
  );
}
