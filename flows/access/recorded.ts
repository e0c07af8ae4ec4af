import type { KeyTerms } from '#db/access/keys.ts';
import type { AllowedNetwork, NetworkDetails } from '#db/access/networks.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

const recordedTime = (instant: number | null) => (instant === null ? null : formatAuckland(instant));

/** The details of an allowlist entry, as recorded in the audit log. */
export function recordedDetails({ note, validFrom, validUntil }: NetworkDetails) {
  return { note, validFrom: recordedTime(validFrom), validUntil: recordedTime(validUntil) };
}

/** An allowlist entry, as recorded in the audit log. */
export function recordedNetwork(entry: AllowedNetwork) {
  return { network: entry.network, ...recordedDetails(entry) };
}

/** The terms of a key, as recorded in the audit log. */
export function recordedTerms({ label, expiresAt, perSecond, perDay, origins, scopes }: KeyTerms) {
  return { label, expiresAt: recordedTime(expiresAt), perSecond, perDay, origins, scopes };
}
