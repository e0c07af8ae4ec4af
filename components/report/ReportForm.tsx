import { useRef } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { Button } from '#components/ui/Button.tsx';
import { TextArea, TextField } from '#components/ui/TextField.tsx';
import type { MapPoint } from '#lib/map/degrees.ts';
import { mostWhat } from '#lib/reports/visitor-report.ts';
import styles from './ReportForm.module.css';
import type { StoredReport } from './send-report.ts';
import { useReport } from './use-report.ts';

interface ReportFormProps {
  readonly point: MapPoint;
  /** What the page says about the point. */
  readonly shown: string;
  readonly supportEmail: string;
  readonly onStored: (stored: StoredReport) => void;
}

/** Asks what is wrong, and for an optional email address. */
export function ReportForm({ point, shown, supportEmail, onStored }: ReportFormProps) {
  const say = useSay();
  const form = useRef<HTMLFormElement>(null);
  const { values, faults, isSending, change, send } = useReport(form, { point, shown }, onStored);
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate>
      <TextArea
        name="what"
        label={say('report.what')}
        hint={say('report.what-hint')}
        fault={faults.what && say(faults.what)}
        rows={4}
        maxLength={mostWhat}
        required
        value={values.what}
        onChange={(event) => change('what', event.currentTarget.value)}
      />
      <TextField
        name="email"
        type="email"
        label={say('report.email')}
        hint={say('report.email-hint')}
        fault={faults.email && say(faults.email)}
        autoComplete="email"
        value={values.email}
        onChange={(event) => change('email', event.currentTarget.value)}
      />
      <div className={styles.trap} aria-hidden="true">
        <label>
          Website
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={values.website}
            onChange={(event) => change('website', event.currentTarget.value)}
          />
        </label>
      </div>
      <p className={styles.kept}>{say('report.what-is-kept')}</p>
      <p className={styles.fault} role="alert">
        {faults.form && say(faults.form, { email: supportEmail })}
      </p>
      <div>
        <Button type="submit" aria-disabled={isSending}>
          {say(isSending ? 'report.sending' : 'report.send')}
        </Button>
      </div>
    </form>
  );
}
