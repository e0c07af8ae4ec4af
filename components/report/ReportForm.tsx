import { type FormEvent, useRef, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { Button } from '#components/ui/Button.tsx';
import { TextArea } from '#components/ui/TextArea.tsx';
import { TextField } from '#components/ui/TextField.tsx';
import { type MapPoint, writeDegrees } from '#lib/map/degrees.ts';
import type { MessageKey } from '#lib/messages/en/index.ts';
import { isEmailAddress, mostWhat } from '#lib/reports/visitor-report.ts';
import styles from './ReportForm.module.css';
import { type SentReport, sendReport } from './send-report.ts';

interface ReportFormProps {
  readonly point: MapPoint;
  /** What the page says of the point. */
  readonly shown: string;
  readonly supportEmail: string;
  readonly onKept: (number: number) => void;
}

interface Faults {
  readonly what?: MessageKey | undefined;
  readonly email?: MessageKey | undefined;
  readonly whole?: MessageKey | undefined;
}

const faultOf: Readonly<Record<Exclude<SentReport['kind'], 'kept'>, MessageKey>> = {
  refused: 'report.refused',
  'limit reached': 'report.limit',
  offline: 'report.offline',
  fault: 'report.fault',
};

/** What is wrong, and how to reach whoever says so; what was written stays when it cannot be sent. */
export function ReportForm({ point, shown, supportEmail, onKept }: ReportFormProps) {
  const say = useSay();
  const form = useRef<HTMLFormElement>(null);
  const [openedAt] = useState(() => performance.now());
  const [what, setWhat] = useState('');
  const [email, setEmail] = useState('');
  const [website, setWebsite] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [isSending, setSending] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    const isFit = email.trim() === '' || isEmailAddress(email.trim());
    const own: Faults = {
      what: what.trim() === '' ? 'report.no-what' : undefined,
      email: isFit ? undefined : 'report.no-email',
    };
    setFaults(own);
    if (own.what !== undefined || own.email !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${own.what === undefined ? 'email' : 'what'}"]`)?.focus();
      return;
    }
    setSending(true);
    const outcome = await sendReport({
      latitude: writeDegrees(point.latitude),
      longitude: writeDegrees(point.longitude),
      ...{ what, email, shown, website, seconds: (performance.now() - openedAt) / 1000 },
    });
    setSending(false);
    if (outcome.kind === 'kept') onKept(outcome.number);
    else setFaults({ whole: faultOf[outcome.kind] });
  }

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
        value={what}
        onChange={(event) => setWhat(event.currentTarget.value)}
      />
      <TextField
        name="email"
        type="email"
        label={say('report.email')}
        hint={say('report.email-hint')}
        fault={faults.email && say(faults.email)}
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <div className={styles.trap} aria-hidden="true">
        <label>
          Website
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={website}
            onChange={(event) => setWebsite(event.currentTarget.value)}
          />
        </label>
      </div>
      <p className={styles.kept}>{say('report.what-is-kept')}</p>
      <p className={styles.fault} role="alert">
        {faults.whole && say(faults.whole, { email: supportEmail })}
      </p>
      <div>
        <Button type="submit" aria-disabled={isSending}>
          {say(isSending ? 'report.sending' : 'report.send')}
        </Button>
      </div>
    </form>
  );
}
