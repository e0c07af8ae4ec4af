import { shortTime } from '#lib/time/date-words.ts';

interface Delivered {
  readonly id: number;
  readonly source: string | null;
  readonly createdAt: number;
}

/** A delivery as a form offers it. */
export function deliveryChoice({ id, source, createdAt }: Delivered) {
  return { value: String(id), label: `Delivery ${id}: ${source ?? 'no file'}, ${shortTime(createdAt)}` };
}
