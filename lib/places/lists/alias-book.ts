import { squeezePlaceName } from '#lib/places/fold.ts';
import { NameIndex } from '#lib/places/name-index.ts';
import type { PlaceAlias } from './aliases.ts';

/** An alias that a typed text may mean. */
export interface FoundAlias {
  readonly alias: PlaceAlias;
  /** Whether the text is all of it, not its beginning. */
  readonly isWhole: boolean;
  readonly edits: number;
}

/** Fewer letters mean an alias only if they are all of it. */
const shortestStart = 3;

/** Finds other names of places. There are some hundreds or thousands of them. */
export class AliasBook {
  readonly #aliases: readonly PlaceAlias[];
  readonly #names: readonly string[];
  readonly #index: NameIndex;

  constructor(aliases: readonly PlaceAlias[]) {
    this.#aliases = aliases;
    this.#names = aliases.map(({ alias }) => squeezePlaceName(alias));
    this.#index = new NameIndex(this.#names);
  }

  /** The aliases equal to a text that was squeezed, and then those that begin with it. */
  find(squeezed: string): FoundAlias[] {
    const starting = this.#aliases.flatMap((alias, at) => {
      const name = this.#names[at] ?? '';
      const isWhole = name === squeezed;
      const isFound = isWhole || (squeezed.length >= shortestStart && name.startsWith(squeezed));
      return isFound ? [{ alias, isWhole, edits: 0 }] : [];
    });
    return starting.sort((a, b) => Number(b.isWhole) - Number(a.isWhole));
  }

  /** The aliases like a misspelt text. */
  near(squeezed: string): FoundAlias[] {
    return this.#index.near(squeezed).flatMap(({ at, edits }) => {
      const alias = this.#aliases[at];
      return alias === undefined ? [] : [{ alias, isWhole: true, edits }];
    });
  }
}
