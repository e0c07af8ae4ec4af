import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { Button } from '#components/ui/Button.tsx';
import { TextArea, TextField } from '#components/ui/TextField.tsx';
import { type MapPoint, writeDegrees } from '#lib/map/degrees.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import { isEmailAddress, mostWhat } from '#lib/reports/visitor-report.ts';
import styles from './ReportForm.module.css';

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

interface Faults {
  readonly what?: MessageKey | undefined;
  readonly email?: MessageKey | undefined;
  /** Why the report could not be sent. */
  readonly form?: MessageKey | undefined;
}

interface ReportValues {
  readonly what: string;
  readonly email: string;
  /** A field that people do not see; programs fill it in. */
  readonly website: string;
}

const faultOf: Readonly<Record<Exclude<SentReport['kind'], 'stored'>, MessageKey>> = {
  refused: 'report.refused',
  'limit reached': 'report.limit',
  offline: 'report.offline',
  fault: 'report.fault',
};

/** The state of a report while it is written and sent. What was written stays if it cannot be sent. */
function useReport(
  form: RefObject<HTMLFormElement | null>,
  subject: { readonly point: MapPoint; readonly shown: string },
  onStored: (stored: StoredReport) => void,
) {
  const [openedAt] = useState(() => performance.now());
  const [values, setValues] = useState<ReportValues>({ what: '', email: '', website: '' });
  const [faults, setFaults] = useState<Faults>({});
  const [isSending, setIsSending] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    const found = faultsIn(values);
    setFaults(found);
    const first = found.what !== undefined ? 'what' : found.email !== undefined ? 'email' : undefined;
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    setIsSending(true);
    const outcome = await sendReport({
      latitude: writeDegrees(subject.point.latitude),
      longitude: writeDegrees(subject.point.longitude),
      ...values,
      shown: subject.shown,
      seconds: (performance.now() - openedAt) / 1000,
    });
    setIsSending(false);
    if (outcome.kind === 'stored') onStored(outcome);
    else setFaults({ form: faultOf[outcome.kind] });
  }

  const change = (name: keyof ReportValues, text: string) => setValues((before) => ({ ...before, [name]: text }));
  return { values, faults, isSending, change, send } as const;
}

function faultsIn({ what, email }: ReportValues): Faults {
  const isEmail = email.trim() === '' || isEmailAddress(email.trim());
  return {
    what: what.trim() === '' ? 'report.no-what' : undefined,
    email: isEmail ? undefined : 'report.no-email',
  };
}

/** A report as the form sends it; see `lib/reports/visitor-report.ts`. */
interface WrittenReport {
  readonly latitude: string;
  readonly longitude: string;
  readonly what: string;
  readonly email: string;
  readonly shown: string;
  readonly website: string;
  readonly seconds: number;
}

export interface StoredReport {
  readonly kind: 'stored';
  readonly number: number;
  readonly link: string;
}

/** The outcome of sending; people can quote `number`, and see by `link` what came of it. */
type SentReport = StoredReport | { readonly kind: 'refused' | 'limit reached' | 'offline' | 'fault' };

/** Sends a report. It never throws. */
async function sendReport(report: WrittenReport): Promise<SentReport> {
  try {
    const response = await fetch('/reports', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(report),
    });
    if (response.status === 429) return { kind: 'limit reached' };
    if (response.status === 400) return { kind: 'refused' };
    const body: unknown = response.status === 201 ? await response.json() : undefined;
    if (typeof body !== 'object' || body === null || !('number' in body) || !('link' in body)) return { kind: 'fault' };
    return { kind: 'stored', number: Number(body.number), link: String(body.link) };
  } catch {
    return { kind: navigator.onLine ? 'fault' : 'offline' };
  }
}
