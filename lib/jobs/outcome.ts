import type { ImportedFacts } from '#lib/broadband/import/imported.ts';
import type { Inspection } from '#lib/broadband/import/inspection.ts';
import type { PlaceList } from '#lib/places/place.ts';
import type { ImportPreview } from '#lib/registry/import/difference.ts';

type Counts = Readonly<Record<string, number>>;

/** The result of a job: a code with facts. The screen that shows it has the words. Instants are epoch milliseconds. */
export type JobOutcome =
  | { readonly code: 'coverage-inspected'; readonly inspection: Inspection }
  | ({ readonly code: 'coverage-imported' } & Omit<ImportedFacts, 'baseId' | 'sha256'>)
  | { readonly code: 'coverage-rebuilt'; readonly id: number; readonly from: number; readonly baseId: number | null }
  /** `from`: the version that was rebuilt for it, if one was. */
  | { readonly code: 'coverage-published'; readonly id: number; readonly from?: number }
  | { readonly code: 'coverage-rolled-back'; readonly id: number; readonly from: number }
  | { readonly code: 'layer-retired'; readonly id: number; readonly baseId: number | null; readonly note: string }
  | { readonly code: 'coverage-completed' | 'coverage-gone'; readonly id: number }
  | {
      readonly code: 'areas-imported';
      readonly set: string;
      readonly areas: number;
      readonly outside: readonly string[];
    }
  | { readonly code: 'areas-measured'; readonly id: number; readonly sets: readonly string[] }
  | { readonly code: 'open-data-made'; readonly versions: readonly number[] }
  | { readonly code: 'coverage-tidied' }
  | { readonly code: 'coverage-tidied-elsewhere' }
  | ProviderApplied
  | { readonly code: 'register-compared'; readonly file: string; readonly preview: ImportPreview }
  | { readonly code: 'register-imported'; readonly file: string; readonly run: number; readonly counts: Counts }
  | RegisterUndone
  | { readonly code: 'delivery-known'; readonly file: string; readonly run: number; readonly importedAt: number }
  | { readonly code: 'delivery-already-handled' }
  | NamesReleased
  | PlacesImported
  | BaseMapImported
  | BackedUp
  | SentenceOfOldRow;

interface ProviderApplied {
  readonly code: 'provider-applied';
  readonly id: number;
  readonly baseId: number;
  readonly provider: string;
  readonly changedOffers: number;
}

interface RegisterUndone {
  readonly code: 'register-undone';
  /** The run that undid the other one. */
  readonly run: number;
  readonly undone: { readonly id: number; readonly source: string };
  readonly counts: Counts;
}

interface NamesReleased {
  readonly code: 'names-released';
  readonly scheduleDate: number;
  readonly freeAt: number;
  readonly released: number;
  /** False when the release job had run before this one was asked for. */
  readonly isNew: boolean;
}

interface PlacesImported {
  readonly code: 'places-imported';
  readonly file: string;
  readonly list: PlaceList;
  readonly entries: number;
  readonly skipped: number;
}

interface BaseMapImported {
  readonly code: 'base-map-imported';
  readonly file: string;
  readonly bytes: number;
  readonly mostZoom: number;
  /** Whose map it is, as HTML; not recorded of files that were uploaded. */
  readonly attribution?: string;
}

interface BackedUp {
  readonly code: 'backed-up';
  readonly file: string;
  readonly bytes: number;
  /** When the state in it was current. */
  readonly madeAt: number;
}

/** How outcomes were recorded before they had codes. */
interface SentenceOfOldRow {
  readonly code: 'worded';
  readonly sentence: string;
  readonly notes: readonly string[];
  readonly next?: { readonly href: string; readonly words: string };
}
