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
