import { Instant } from '#components/admin/Instant.tsx';
import { State } from '#components/admin/State.tsx';

interface PersonStateProps {
  readonly person: {
    readonly disabledAt: number | null;
    readonly hasAccepted: number;
    readonly linkEndsAt: number | null;
  };
  readonly nowMs: number;
}

/** Whether the person can sign in. */
export function PersonState({ person: { disabledAt, hasAccepted, linkEndsAt }, nowMs }: PersonStateProps) {
  if (disabledAt !== null) return <State kind="ended">Disabled</State>;
  if (hasAccepted === 1) return <State kind="good">Active</State>;
  return linkEndsAt !== null && nowMs < linkEndsAt ? (
    <span>
      <State kind="soon">Invited</State> until <Instant at={linkEndsAt} />
    </span>
  ) : (
    <State kind="ended">Invited, link has expired</State>
  );
}

/** The person's second factors, in words. */
export function factorsOf({ hasTotp, passkeys }: { readonly hasTotp: number; readonly passkeys: number }): string {
  const factors = hasTotp === 1 ? ['app'] : [];
  if (passkeys > 0) factors.push(passkeys === 1 ? 'passkey' : `${passkeys} passkeys`);
  return factors.length > 0 ? factors.join(', ') : 'none';
}
