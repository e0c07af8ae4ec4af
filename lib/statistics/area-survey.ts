import type { Part } from '#lib/broadband/import/areas/area-builder.ts';
import { AreaSurvey as FormSurvey } from '#lib/broadband/import/areas/area-survey.ts';
import { ColumnSurvey } from '#lib/broadband/import/mapping/column-survey.ts';
import type { Placement } from '#lib/broadband/import/projection/georeference.ts';
import { getMisplacement } from '#lib/broadband/import/projection/location.ts';
import { placeOf, type SourceFeature } from '#lib/broadband/import/source-feature.ts';
import { FaultList, Refusal } from '#lib/refusal.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import { slugOf } from './slug.ts';

/** An area as it was read: the parts of all features of its name. */
export interface NamedArea {
  readonly name: string;
  readonly slug: string;
  readonly parts: readonly Part[];
}

/** So many areas have figures: a table of more helps nobody. */
export const mostAreas = 2000;
const longestName = 100;

/** Gathers the areas of a file by the name that a column gives them, and all that is wrong with them. */
export class NamedAreaSurvey {
  readonly #column: string;
  readonly #faults = new FaultList();
  readonly #forms = new FormSurvey(this.#faults);
  readonly #columns = new ColumnSurvey();
  readonly #parts = new Map<string, Part[]>();

  constructor(column: string) {
    this.#column = column;
  }

  /** @throws Refusal beyond a limit */
  add(feature: SourceFeature): void {
    this.#columns.add(feature);
    const area = this.#forms.add(feature);
    if (area === undefined) return;
    const value = feature.properties.get(this.#column);
    const name = typeof value === 'string' || typeof value === 'number' ? String(value).normalize('NFC').trim() : '';
    if (name === '' || name.length > longestName) {
      this.#faults.add(placeOf(feature), { code: 'area-name-needed', column: this.#column, most: longestName });
      return;
    }
    if (area.parts.length === 0) return;
    const known = this.#parts.get(name);
    if (known !== undefined) known.push(...area.parts);
    else this.#parts.set(name, [...area.parts]);
    if (this.#parts.size > mostAreas)
      throw new Refusal({ code: 'too-many-areas', most: mostAreas, column: this.#column });
  }

  /** The areas in the order of the file. @throws Refusal with everything that is wrong */
  finish(placement: Placement): NamedArea[] {
    const misplacement = getMisplacement(this.#forms.found(placement));
    if (misplacement !== undefined) throw new Refusal({ code: 'coverage-misplaced', ...misplacement });
    const { features, skipped, parts } = this.#forms.report;
    if (features > 0 && !this.#columns.has(this.#column))
      throw new Refusal({
        code: 'area-column-not-found',
        column: this.#column,
        columns: forListing(this.#columns.names),
      });
    if (parts === 0 && this.#faults.total === 0) throw new Refusal({ code: 'no-polygons', features, skipped });
    this.#faults.refuseIfAny({ code: 'coverage-faults', count: this.#faults.total });
    const taken = new Set<string>();
    return [...this.#parts].map(([name, own]) => {
      const slug = slugOf(name, taken);
      taken.add(slug);
      return { name, slug, parts: own };
    });
  }
}
