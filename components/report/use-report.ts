import { type FormEvent, type RefObject, useState } from 'react';
import { type MapPoint, writeDegrees } from '#lib/map/degrees.ts';
import type { MessageKey } from '#lib/messages/en/index.ts';
import { isEmailAddress } from '#lib/reports/visitor-report.ts';
import { type SentReport, type StoredReport, sendReport } from './send-report.ts';

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
export function useReport(
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

  const change = (name: keyof ReportValues, text: string) => setValues({ ...values, [name]: text });
  return { values, faults, isSending, change, send } as const;
}

function faultsIn({ what, email }: ReportValues): Faults {
  const isEmail = email.trim() === '' || isEmailAddress(email.trim());
  return {
    what: what.trim() === '' ? 'report.no-what' : undefined,
    email: isEmail ? undefined : 'report.no-email',
  };
}
