import Link from 'next/link';
import { Instant } from '#components/admin/Instant.tsx';
import { State } from '#components/admin/State.tsx';
import type { certaintyOf } from '#lib/registry/name-status.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { type Status, statuses } from '#lib/registry/status.ts';
import type { EpochSeconds } from '#lib/time/auckland.ts';
import cells from './cells.module.css';

const kinds: Readonly<Partial<Record<Status['code'], 'good' | 'soon' | 'plain'>>> = {
  [statuses.Active.code]: 'plain',
  [statuses.PendingRelease.code]: 'soon',
  [statuses.Available.code]: 'good',
};

/** A status as the API names it. */
export function StatusWord({ status }: { readonly status: Status }) {
  return <State kind={kinds[status.code] ?? 'ended'}>{`${status.code} ${status.status}`}</State>;
}

/** A time of the register, to the second; a dash for none. */
export function Time({ seconds }: { readonly seconds: EpochSeconds | null | undefined }) {
  return <Instant at={seconds == null ? null : seconds * 1000} withSeconds />;
}

/** How certain the drop of a pending name is. */
export const certaintyWords: Readonly<Record<NonNullable<ReturnType<typeof certaintyOf>>, string>> = {
  'will-drop': 'Will drop',
  'may-be-restored': 'May still be restored',
};

/** A stored name in Unicode, with a link to its look-up. */
export function NameLink({ name }: { readonly name: string }) {
  const text = parseName(name).original ?? name;
  return (
    <Link prefetch={false} className={cells.line} href={`/admin/register?name=${encodeURIComponent(text)}`}>
      {text}
    </Link>
  );
}
