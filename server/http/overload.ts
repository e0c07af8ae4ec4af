import { Overload, type RequestKind } from '#lib/http/overload.ts';
import { processWide } from '#lib/process-wide.ts';

/**
 * How long a refusal is kept back while the process is overloaded, in milliseconds: a caller that asks again at once would
 * otherwise have more refused than could be answered in that time. A refusal must be out after 100.
 */
export const shedAfterMs = 20;

/** The overload of this process. */
export const overload = () => processWide('overload', () => new Overload());

/** Whether a request of this kind is refused as soon as it comes. */
export function isOverloaded(kind: RequestKind): boolean {
  return overload().sheds(kind, { waitMs: 0, behind: 0 }, performance.now());
}
