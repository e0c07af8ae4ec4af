import { csvLine } from '#lib/audit/csv.ts';
import { attributionOf, type ExportedOffer, type ExportedVersion, exportedColumns } from './exported-version.ts';

/** One offer with the number and size of its areas. */
export interface CountedOffer {
  readonly offer: ExportedOffer;
  readonly areas: number;
  readonly vertices: number;
}

/** The offers of a version as CSV, without their areas. Every row has the attribution, as a table has no other place for it. */
export function* csvExport(version: ExportedVersion, offers: Iterable<CountedOffer>): Generator<string, void> {
  const attribution = attributionOf(version);
  // spreadsheets recognise UTF-8 by the byte order mark
  yield `\uFEFF${csvLine([...exportedColumns, 'areas', 'vertices', 'version', 'attribution'])}`;
  for (const { offer, areas, vertices } of offers) {
    const fields = exportedColumns.map((column) => offer[column]);
    yield csvLine([...fields, areas, vertices, version.versionId, attribution]);
  }
}
