import type { ParsedName } from './names/name.ts';
import { type Status, statuses } from './status.ts';

// `{"code":"220","status":"Available","domain":` and so on: an answer may have a thousand of them.
const openings = new Map<Status['code'], string>(
  Object.values(statuses).map((status) => [status.code, `${JSON.stringify(status).slice(0, -1)},"domain":`]),
);

/**
 * One element of the availability answer as JSON text: `code`, `status`, `domain`, and `original` for an IDN, in that
 * order. An invalid name's status is always `statuses.Invalid` (R3); `status` is that of a valid one.
 */
export function availabilityEntry(name: ParsedName, status: Status): string {
  if (!name.valid) {
    const original = name.original === undefined ? '' : `,"original":${JSON.stringify(name.original)}`;
    return `${openings.get(statuses.Invalid.code)}${JSON.stringify(name.domain)}${original}}`;
  }
  // a valid name has no characters that JSON escapes
  if (name.original === undefined) return `${openings.get(status.code)}"${name.domain}"}`;
  return `${openings.get(status.code)}"${name.domain}","original":"${name.original}"}`;
}
