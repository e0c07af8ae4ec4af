import { Overload, type RequestKind } from '#lib/http/overload.ts';
import { processWide } from '#lib/process-wide.ts';

/** The overload of this process. */
export const overload = () => processWide('overload', () => new Overload());

/** Whether a request of this kind is refused as soon as it comes. */
export function isOverloaded(kind: RequestKind): boolean {
  return overload().sheds(kind, { waitMs: 0, behind: 0 }, performance.now());
}
