import { State } from './State.tsx';

/** Whether a row of a list is in use or retired. */
export function RetiredState({ retiredAt }: { readonly retiredAt: number | null }) {
  return retiredAt === null ? <State kind="good">In use</State> : <State kind="ended">Retired</State>;
}
