import type { Projector } from '#lib/broadband/import/projection/projector.ts';
import type { Reason } from '#lib/refusal.ts';

/** How many stray positions of a feature are described one by one; the others are counted. */
const described = 20;

/** Positions that do not exist in their reference system: all counted, the first ones described. */
export class StrayPositions {
  count = 0;
  readonly faults: Reason[] = [];

  /** Takes a position as the file writes it; `ring` and `position` are counted from 1. */
  add({ reference, isSwapped }: Projector, first: number, second: number, ring: number, position: number): void {
    this.count++;
    if (this.faults.length === described) return;
    const [x, y] = isSwapped ? [second, first] : [first, second];
    const { code, range } = reference;
    const axis = y >= range.south && y <= range.north ? 'x' : 'y';
    this.faults.push({
      code: 'position-stray',
      axis,
      value: String(axis === 'x' ? x : y),
      reference: code,
      ring,
      position,
    });
  }
}
