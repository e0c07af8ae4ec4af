import type { NextPiece } from '#lib/pieces.ts';

/** How many bytes of filtered forms are kept, before compression, which adds a fifth or so. */
const mostFilteredBytes = 4 * 1024 * 1024;

/**
 * A list in every form that has been asked for, each made once, one after the other. Forms of the whole list are always
 * kept. Callers can ask for any number of filtered lists and pages; of those, the most recently used are kept.
 */
export class ListForms<Question, Form extends { readonly byteLength: number }> {
  readonly #makeForm: (question: Question, nextPiece: NextPiece) => Promise<Form>;
  readonly #isWhole: (question: Question) => boolean;
  readonly #whole = new Map<string, Form>();
  /** The most recently used is the last. */
  readonly #filtered = new Map<string, Form>();
  #filteredBytes = 0;
  readonly #making = new Map<string, Promise<Form>>();
  #lastMade: Promise<unknown> = Promise.resolve();

  constructor(
    makeForm: (question: Question, nextPiece: NextPiece) => Promise<Form>,
    isWhole: (question: Question) => boolean,
  ) {
    this.#makeForm = makeForm;
    this.#isWhole = isWhole;
  }

  /** @param nextPiece if it has to be made, it is made in pieces */
  form(question: Question, nextPiece: NextPiece): Form | Promise<Form> {
    const key = JSON.stringify(question);
    return this.#kept(key) ?? this.#making.get(key) ?? this.#makeNext(key, question, nextPiece);
  }

  #kept(key: string): Form | undefined {
    const filtered = this.#filtered.get(key);
    if (filtered === undefined) return this.#whole.get(key);
    this.#filtered.delete(key);
    this.#filtered.set(key, filtered);
    return filtered;
  }

  #makeNext(key: string, question: Question, nextPiece: NextPiece): Promise<Form> {
    const make = async () => {
      try {
        const made = await this.#makeForm(question, nextPiece);
        if (this.#isWhole(question)) this.#whole.set(key, made);
        else this.#keepFiltered(key, made);
        return made;
      } finally {
        this.#making.delete(key);
      }
    };
    const making = this.#lastMade.then(make);
    this.#making.set(key, making);
    this.#lastMade = making.catch(() => undefined);
    return making;
  }

  #keepFiltered(key: string, made: Form): void {
    this.#filtered.set(key, made);
    this.#filteredBytes += sizeOf(made);
    for (const [oldest, form] of this.#filtered) {
      if (this.#filteredBytes <= mostFilteredBytes) break;
      this.#filtered.delete(oldest);
      this.#filteredBytes -= sizeOf(form);
    }
  }
}

/** With an allowance for the object itself: an empty list is not free to keep. */
function sizeOf({ byteLength }: { readonly byteLength: number }): number {
  return byteLength + 2048;
}
