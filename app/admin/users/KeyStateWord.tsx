import { State } from '#components/admin/State.tsx';
import type { KeyState } from '#lib/access/keys/key-state.ts';

export const stateWords: Readonly<Record<KeyState, string>> = {
  works: 'Works',
  expiring: 'Expires soon',
  expired: 'Expired',
  revoked: 'Revoked',
};

const kinds = { works: 'good', expiring: 'soon', expired: 'ended', revoked: 'ended' } as const;

/** The state of a key, with its colour. */
export function KeyStateWord({ state }: { readonly state: KeyState }) {
  return <State kind={kinds[state]}>{stateWords[state]}</State>;
}
