import { meaningsOf } from './fold.ts';
import { mostEdits, NameIndex } from './name-index.ts';

/** The words that a typed word may mean, each with how many edits it is away. */
export type Meanings = ReadonlyMap<string, number>;

/** How many corrections of a word are tried. */
const mostCorrections = 24;

/** The words of the names of a list, by which misspelt words are corrected. */
export class Vocabulary {
  readonly #words: ReadonlySet<string>;
  readonly #index: NameIndex;

  /** @param words the most frequent first */
  constructor(words: readonly string[]) {
    this.#words = new Set(words);
    this.#index = new NameIndex(words);
  }

  has(word: string): boolean {
    return meaningsOf(word).some((meaning) => this.#words.has(meaning));
  }

  /**
   * The word itself, what it may abbreviate and, if it is to be corrected, words like it, the most likely first; numbers
   * mean only themselves.
   */
  meaningsOf(word: string, isComplete: boolean, isCorrected: boolean): Meanings {
    const meanings = new Map(meaningsOf(word).map((meaning) => [meaning, 0]));
    if (!isCorrected || /\d/.test(word) || mostEdits(word.length) === 0) return meanings;
    const near = this.#index.near(word);
    const starts = isComplete || word.length < 4 ? [] : this.#index.nearStart(word, mostEdits(word.length - 1));
    // sorting is stable, so words with as many edits keep their order by frequency
    const likely = [...near, ...starts].sort((a, b) => a.edits - b.edits).slice(0, mostCorrections);
    for (const { at, edits } of likely) {
      const meant = this.#index.nameAt(at);
      if (!meanings.has(meant)) meanings.set(meant, edits);
    }
    return meanings;
  }
}
