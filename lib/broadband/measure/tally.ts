import { IntList } from '#lib/broadband/coverage/int-list.ts';
import { bitCount } from './bit-count.ts';
import type { CellSamples } from './cell-samples.ts';
import type { ChangeKind } from './changed-points.ts';
import type { MeasuredOffers } from './measured-offers.ts';
import { gridSize } from './sample-grid.ts';

/** Combinations of a rank before and a rank after, 0 to 3 each: before × 4 + after. */
const transitions = 16;

/**
 * A figure that is estimated from independent rows of points is off by more than √(ln(2/p)/2 · Σ range²) with a
 * probability of at most p (Hoeffding). A row's range is the area of its squares that a boundary meets; p is a millionth.
 */
const spread = Math.sqrt(Math.log(2e6) / 2);

/** What changed of a technology in a cell. */
export interface ChangeInCell {
  /** The points, rows of bits; see `CellSamples`. */
  readonly rows: Readonly<Record<ChangeKind, Int32Array>>;
  /** Square metres. */
  readonly areas: Readonly<Record<ChangeKind, number>>;
}

/** Called for each technology that changed in a cell; the arguments are reused for the next call. */
export type OnChange = (technology: number, change: ChangeInCell) => void;

/** Adds up square metres for each subject (see `MeasuredOffers`). */
export class Tally {
  readonly #offers: MeasuredOffers;
  readonly #onChange: OnChange;
  /** By offer number. */
  readonly #ranks: Uint8Array;
  /** For each subject 16 sums, by rank before × 4 + rank after. */
  readonly #transitions: Float64Array;
  readonly #altered: Float64Array;
  /** For each subject, sums of squared ranges: of what is offered, and of what changed. */
  readonly #squaredRanges: Float64Array;
  readonly #squaredRangesOfChange: Float64Array;
  /** For each subject, the places of its offers in the current cell; and which subjects have any. */
  readonly #placesOf: IntList[];
  readonly #present = new IntList();
  /** Of the current cell. */
  readonly #rows = {
    gained: new Int32Array(gridSize),
    lost: new Int32Array(gridSize),
    altered: new Int32Array(gridSize),
  };
  readonly #areas = { gained: 0, lost: 0, altered: 0 };
  readonly #ofCell = new Float64Array(transitions);
  #squaredRangesOfCell = 0;

  constructor(offers: MeasuredOffers, onChange: OnChange) {
    const { length } = offers.subjects;
    this.#offers = offers;
    this.#onChange = onChange;
    this.#ranks = Uint8Array.from(offers.distinct, ({ rank }) => rank);
    this.#transitions = new Float64Array(length * transitions);
    this.#altered = new Float64Array(length);
    this.#squaredRanges = new Float64Array(length);
    this.#squaredRangesOfChange = new Float64Array(length);
    this.#placesOf = offers.subjects.map(() => new IntList());
  }

  /** Adds a cell's points. */
  add(cell: CellSamples): void {
    for (let place = 0; place < cell.offers.length; place++) {
      const offer = this.#offers.distinct[cell.offers.values[place] as number];
      if (offer === undefined) continue;
      this.#addPlace(offer.technology, place);
      this.#addPlace(offer.provider, place);
    }
    for (let at = 0; at < this.#present.length; at++) {
      const subject = this.#present.values[at] as number;
      const places = this.#placesOf[subject] as IntList;
      if (places.length === 0) continue;
      this.#measure(cell, places);
      this.#keep(cell, subject);
      const only = this.#onlyProvider(cell, subject, places);
      if (only !== undefined) {
        this.#keep(cell, only);
        this.#placesOf[only]?.clear();
      }
      places.clear();
    }
    this.#present.clear();
  }

  /** Square metres of a subject where the best offer had one rank and has the other. */
  transition(subject: number, before: number, after: number): number {
    return this.#transitions[subject * transitions + before * 4 + after] as number;
  }

  /** Square metres of a subject that were and are offered, but by other offers. */
  altered(subject: number): number {
    return this.#altered[subject] as number;
  }

  /** The errors of a subject's figures in square metres: of the areas, and of the changes. */
  errors(subject: number): { area: number; change: number } {
    return {
      area: spread * Math.sqrt(this.#squaredRanges[subject] as number),
      change: spread * Math.sqrt(this.#squaredRangesOfChange[subject] as number),
    };
  }

  #addPlace(subject: number, place: number): void {
    const places = this.#placesOf[subject] as IntList;
    if (places.length === 0) this.#present.push(subject);
    places.push(place);
  }

  /** The only provider of the technology in the cell, whose figures are then the same; most cells have one. */
  #onlyProvider(cell: CellSamples, subject: number, places: IntList): number | undefined {
    if (subject >= this.#offers.technologies) return undefined;
    const first = cell.offers.values[places.values[0] as number] as number;
    const provider = this.#offers.distinct[first]?.provider ?? subject;
    return this.#placesOf[provider]?.length === places.length ? provider : undefined;
  }

  /** Measures the offers at these places of the cell. */
  #measure(cell: CellSamples, places: IntList): void {
    const areas = this.#areas;
    areas.gained = 0;
    areas.lost = 0;
    areas.altered = 0;
    this.#ofCell.fill(0);
    let squaredRanges = 0;
    for (let row = 0; row < cell.rows; row++) squaredRanges += this.#addRow(cell, places, row);
    this.#squaredRangesOfCell = squaredRanges;
  }

  /** Adds what was measured to a subject's sums. */
  #keep(cell: CellSamples, subject: number): void {
    for (let at = 0; at < transitions; at++) {
      const sum = subject * transitions + at;
      this.#transitions[sum] = (this.#transitions[sum] as number) + (this.#ofCell[at] as number);
    }
    this.#squaredRanges[subject] = (this.#squaredRanges[subject] as number) + this.#squaredRangesOfCell;
    if (cell.isUnchanged) return;
    const areas = this.#areas;
    this.#squaredRangesOfChange[subject] = (this.#squaredRangesOfChange[subject] as number) + this.#squaredRangesOfCell;
    this.#altered[subject] = (this.#altered[subject] as number) + areas.altered;
    if (subject < this.#offers.technologies && areas.gained + areas.lost + areas.altered > 0) {
      this.#onChange(subject, { rows: this.#rows, areas });
    }
  }

  /** @returns the squared range of the row, in m⁴ */
  #addRow(cell: CellSamples, places: IntList, row: number): number {
    const weight = cell.weights[row] as number;
    let then1 = 0;
    let then2 = 0;
    let then3 = 0;
    let now1 = 0;
    let now2 = 0;
    let now3 = 0;
    let different = 0;
    let met = cell.cut[row] as number;
    for (let at = 0; at < places.length; at++) {
      const place = places.values[at] as number;
      const now = cell.after[place * gridSize + row] as number;
      const then = cell.isUnchanged ? now : (cell.before[place * gridSize + row] as number);
      const rank = this.#ranks[cell.offers.values[place] as number];
      if (rank === 3) {
        then3 |= then;
        now3 |= now;
      } else if (rank === 2) {
        then2 |= then;
        now2 |= now;
      } else {
        then1 |= then;
        now1 |= now;
      }
      different |= then ^ now;
      met |= cell.met[place * gridSize + row] as number;
    }
    // each point counts with its best rank only
    const counted = cell.counted[row] as number;
    now3 &= counted;
    now2 &= counted & ~now3;
    now1 &= counted & ~(now3 | now2);
    if (cell.isUnchanged) {
      this.#addPoints(5, now1, weight);
      this.#addPoints(10, now2, weight);
      this.#addPoints(15, now3, weight);
    } else {
      then3 &= counted;
      then2 &= counted & ~then3;
      then1 &= counted & ~(then3 | then2);
      const then0 = counted & ~(then1 | then2 | then3);
      const now0 = counted & ~(now1 | now2 | now3);
      this.#addFrom(0, then0, 0, now1, now2, now3, weight);
      this.#addFrom(4, then1, now0, now1, now2, now3, weight);
      this.#addFrom(8, then2, now0, now1, now2, now3, weight);
      this.#addFrom(12, then3, now0, now1, now2, now3, weight);
      this.#keepChange(row, then0 & ~now0, now0 & ~then0, counted & different & ~then0 & ~now0, weight);
    }
    const range = bitCount(met) * weight;
    return range * range;
  }

  /** Adds the points of one rank before, by each rank after. */
  #addFrom(at: number, then: number, now0: number, now1: number, now2: number, now3: number, weight: number): void {
    if (then === 0) return;
    this.#addPoints(at, then & now0, weight);
    this.#addPoints(at + 1, then & now1, weight);
    this.#addPoints(at + 2, then & now2, weight);
    this.#addPoints(at + 3, then & now3, weight);
  }

  #addPoints(at: number, points: number, weight: number): void {
    if (points !== 0) this.#ofCell[at] = (this.#ofCell[at] as number) + bitCount(points) * weight;
  }

  #keepChange(row: number, gained: number, lost: number, altered: number, weight: number): void {
    const rows = this.#rows;
    const areas = this.#areas;
    rows.gained[row] = gained;
    rows.lost[row] = lost;
    rows.altered[row] = altered;
    if (gained !== 0) areas.gained += bitCount(gained) * weight;
    if (lost !== 0) areas.lost += bitCount(lost) * weight;
    if (altered !== 0) areas.altered += bitCount(altered) * weight;
  }
}
