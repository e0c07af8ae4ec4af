/** How a request ended. The last is a caller that left before the answer. */
export const outcomes = [
  'answered',
  'refused',
  'over the limit',
  'invalid request',
  'server error',
  'abandoned',
] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcome of a status: every one of B2, B3 and R13. */
export function outcomeOf(status: number): Outcome {
  if (status === 0) return 'abandoned';
  if (status < 400) return 'answered';
  if (status === 401 || status === 403) return 'refused';
  if (status === 429) return 'over the limit';
  return status < 500 ? 'invalid request' : 'server error';
}

/** Every status of the two APIs (B2, B3, R13); 0 is a caller that left before the answer. */
const statuses: readonly number[] = [0, 200, 204, 304, 400, 401, 403, 404, 405, 408, 413, 415, 429, 431, 500, 503];

/** How many slots there are; they are numbered from 0. */
export const statusSlots = statuses.length;

const slots = new Uint8Array(600);
for (let status = 100; status < 600; status++) {
  const own = statuses.indexOf(status);
  // any other status would be a bug: it counts as the plainest of its class
  const plainest = status < 300 ? 200 : status < 400 ? 304 : status < 500 ? 400 : 500;
  slots[status] = own === -1 ? statuses.indexOf(plainest) : own;
}

/** The slot of a status in an array of counts. */
export function statusSlotOf(status: number): number {
  return slots[status] ?? 0;
}

/** The status of a slot. */
export function statusOfSlot(slot: number): number {
  return statuses[slot] ?? 0;
}
