import { State } from '#components/admin/State.tsx';
import { type Outcome, outcomeNames } from '#lib/reports/outcome.ts';

/** Whether a report is answered, and how. */
export function OutcomeState({ outcome }: { readonly outcome: Outcome | null }) {
  return outcome === null ? (
    <State kind="soon">Waits for an answer</State>
  ) : (
    <State kind={outcome === 'confirmed' ? 'soon' : 'good'}>{outcomeNames[outcome]}</State>
  );
}
