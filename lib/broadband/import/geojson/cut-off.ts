import { Refusal } from '#lib/refusal.ts';

type Scalar = string | number | boolean | null;

/** Members in which services say how many features there are in all: OGC API and WFS 2, GeoServer, STAC. */
const totals: ReadonlySet<string> = new Set(['numberMatched', 'totalFeatures', 'matched']);
/** Members that are the address of the next page. */
const nextPages: ReadonlySet<string> = new Set(['next', 'nextLink', '@odata.nextLink']);
/** Where services put them although a collection has no properties. */
const limitMember = 'exceededTransferLimit';

/** What a collection says, outside of its features, about features that it leaves out. */
export class CutOffSigns {
  #isLimited = false;
  #hasNextPage = false;
  #total: number | undefined;
  readonly #properties = new Set<string>();

  /** A member of the collection, at any depth. */
  take(name: string, value: Scalar): void {
    if (name === limitMember && (value === true || value === 'true')) this.#isLimited = true;
    else if (nextPages.has(name) && typeof value === 'string' && value !== '') this.#hasNextPage = true;
    else if (name === 'rel' && value === 'next') this.#hasNextPage = true;
    else if (totals.has(name) && typeof value === 'number') this.#total = Math.max(this.#total ?? 0, value);
  }

  /** A property of the collection itself. */
  takeProperty(name: string): void {
    this.#properties.add(name);
  }

  /** Whether the collection has properties only to say this, as ArcGIS writes it. */
  get areAllProperties(): boolean {
    return this.#properties.size > 0 && [...this.#properties].every((name) => name === limitMember);
  }

  /** @param features how many features came @throws Refusal if there are more */
  requireAll(features: number): void {
    if (this.#isLimited) throw new Refusal({ code: 'cut-off-by-limit', features });
    if (this.#total !== undefined && this.#total > features)
      throw new Refusal({ code: 'cut-off-by-count', features, total: this.#total });
    if (this.#hasNextPage) throw new Refusal({ code: 'cut-off-by-page', features });
  }
}
