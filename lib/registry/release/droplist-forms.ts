import { type Representation, representationOf } from '#lib/http/conditional.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { DroplistEntry } from './droplist.ts';
import { type DroplistQuestion, isAskedFor } from './droplist-question.ts';
import { contentTypeOfFormat, type DroplistFormat, droplistText } from './droplist-text.ts';

/** How many bytes of filtered bodies are kept, before compression, which adds a fifth or so. */
const mostFilteredBytes = 4 * 1024 * 1024;

/**
 * A list in every form that has been asked for, each made once. The whole list is always kept. Callers can ask for any
 * number of filtered lists; of those, the most recently used are kept.
 */
export class DroplistForms {
  readonly #entries: readonly DroplistEntry[];
  readonly #changedAt: EpochMs;
  readonly #whole = new Map<DroplistFormat, Representation>();
  /** The most recently used is the last. */
  readonly #filtered = new Map<string, Representation>();
  #filteredBytes = 0;

  /** @param changedAt when the list changed last */
  constructor(entries: readonly DroplistEntry[], changedAt: EpochMs) {
    this.#entries = entries;
    this.#changedAt = changedAt;
  }

  representation(question: DroplistQuestion): Representation {
    const { format, suffix, contains, day } = question;
    if (suffix !== undefined || contains !== undefined || day !== undefined) return this.#filteredForm(question);
    let form = this.#whole.get(format);
    if (form === undefined) {
      form = this.#make(this.#entries, format);
      this.#whole.set(format, form);
    }
    return form;
  }

  #filteredForm(question: DroplistQuestion): Representation {
    const key = JSON.stringify(question);
    const kept = this.#filtered.get(key);
    if (kept !== undefined) {
      this.#filtered.delete(key);
      this.#filtered.set(key, kept);
      return kept;
    }
    const asked = this.#entries.filter((entry) => isAskedFor(entry, question));
    const made = this.#make(asked, question.format);
    this.#filtered.set(key, made);
    this.#filteredBytes += sizeOf(made);
    for (const [oldest, form] of this.#filtered) {
      if (this.#filteredBytes <= mostFilteredBytes) break;
      this.#filtered.delete(oldest);
      this.#filteredBytes -= sizeOf(form);
    }
    return made;
  }

  #make(entries: readonly DroplistEntry[], format: DroplistFormat): Representation {
    return representationOf(droplistText(entries, format), this.#changedAt, contentTypeOfFormat[format]);
  }
}

/** With an allowance for the object itself: an empty list is not free to keep. */
function sizeOf(form: Representation): number {
  return form.byteLength + 2048;
}
