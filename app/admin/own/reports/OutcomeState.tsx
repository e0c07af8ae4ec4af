import { State } from '#components/admin/State.tsx';
import type { Outcome } from '#lib/reports/outcome.ts';

const shortWords: Readonly<Record<Outcome, string>> = {
  confirmed: 'Confirmed',
  corrected: 'Corrected',
  'not-so': 'Coverage is right',
};

/** Whether a report is answered, and how. */
export function OutcomeState({ outcome }: { readonly outcome: Outcome | null }) {
  return outcome === null ? (
    <State kind="soon">Waits for an answer</State>
  ) : (
    <State kind={outcome === 'confirmed' ? 'soon' : 'good'}>{shortWords[outcome]}</State>
  );
}
