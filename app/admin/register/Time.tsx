import { Instant } from '#components/admin/Instant.tsx';
import type { EpochSeconds } from '#lib/time/auckland.ts';

/** A time of the register, to the second; a dash for none. */
export function Time({ seconds }: { readonly seconds: EpochSeconds | null | undefined }) {
  return <Instant at={seconds == null ? null : seconds * 1000} withSeconds />;
}
