import { State } from '#components/admin/State.tsx';
import { type Status, statuses } from '#lib/registry/status.ts';

const kinds: Readonly<Partial<Record<Status['code'], 'good' | 'soon' | 'plain'>>> = {
  [statuses.Active.code]: 'plain',
  [statuses.PendingRelease.code]: 'soon',
  [statuses.Available.code]: 'good',
};

/** A status as the API names it. */
export function StatusWord({ status }: { readonly status: Status }) {
  return <State kind={kinds[status.code] ?? 'ended'}>{`${status.code} ${status.status}`}</State>;
}
