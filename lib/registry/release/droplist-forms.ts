import { Representation } from '#lib/http/conditional.ts';
import type { NextPiece } from '#lib/pieces.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { DroplistEntry } from './droplist.ts';
import { type DroplistQuestion, isAskedFor } from './droplist-question.ts';
import { contentTypeOfFormat, droplistBody } from './droplist-text.ts';

/** How many bytes of filtered bodies are kept, before compression, which adds a fifth or so. */
const mostFilteredBytes = 4 * 1024 * 1024;

/**
 * A list in every form that has been asked for, each made once. The whole list is always kept. Callers can ask for any
 * number of filtered lists; of those, the most recently used are kept.
 */
export class DroplistForms {
  readonly #entries: readonly DroplistEntry[];
  readonly #changedAt: EpochMs;
  readonly #whole = new Map<string, Representation>();
  /** The most recently used is the last. */
  readonly #filtered = new Map<string, Representation>();
  #filteredBytes = 0;
  /** Those that are being made, one after the other. */
  readonly #making = new Map<string, Promise<Representation>>();
  #lastMade: Promise<unknown> = Promise.resolve();

  /** @param changedAt when the list changed last */
  constructor(entries: readonly DroplistEntry[], changedAt: EpochMs) {
    this.#entries = entries;
    this.#changedAt = changedAt;
  }

  /** @param nextPiece if it has to be made, it is made in pieces */
  representation(question: DroplistQuestion, nextPiece: NextPiece): Representation | Promise<Representation> {
    const key = JSON.stringify(question);
    return this.#kept(key) ?? this.#making.get(key) ?? this.#makeNext(key, question, nextPiece);
  }

  #kept(key: string): Representation | undefined {
    const filtered = this.#filtered.get(key);
    if (filtered === undefined) return this.#whole.get(key);
    this.#filtered.delete(key);
    this.#filtered.set(key, filtered);
    return filtered;
  }

  #makeNext(key: string, question: DroplistQuestion, nextPiece: NextPiece): Promise<Representation> {
    const make = async () => {
      try {
        const made = await this.#make(question, nextPiece);
        this.#keep(key, question, made);
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

  async #make(question: DroplistQuestion, nextPiece: NextPiece): Promise<Representation> {
    const { format } = question;
    const made = await droplistBody(this.#entries, format, (entry) => isAskedFor(entry, question), nextPiece);
    return new Representation(made, this.#changedAt, contentTypeOfFormat[format]);
  }

  #keep(key: string, { suffix, contains, day }: DroplistQuestion, made: Representation): void {
    if (suffix === undefined && contains === undefined && day === undefined) {
      this.#whole.set(key, made);
      return;
    }
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
function sizeOf(form: Representation): number {
  return form.byteLength + 2048;
}
