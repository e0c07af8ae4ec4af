import { csvLine } from '#lib/audit/csv.ts';
import { type AreaFigures, allTogether } from './area-figures.ts';
import { reachedBy, speedSteps } from './reach.ts';

/** What a file of figures says of itself. */
export interface FiguresFile {
  /** What the areas are called together. */
  readonly areas: string;
  /** The number of the coverage version, and the day on which it was published, in New Zealand's time. */
  readonly version: number;
  readonly publishedOn: string;
  /** Whose the areas are; empty where nobody has said so. */
  readonly areasOf: string;
  /** Whose the coverage is: the providers. */
  readonly coverageOf: readonly string[];
  /** The address of the figures. */
  readonly source: string;
  /** The names of technologies by their ids. */
  readonly technologies: ReadonlyMap<string, string>;
}

/** One figure: what one technology, or any, reaches of an area with one availability at one step of speed. */
interface FigureRow {
  readonly area: string;
  readonly technology: string;
  readonly availability: string;
  readonly mbps_down_at_least: number;
  readonly square_kilometres: number;
  readonly share_of_land: number;
  readonly addresses: number | null;
  readonly share_of_addresses: number | null;
}

/** The word for all technologies together. */
const any = 'any';

function* rowsOf(figures: readonly AreaFigures[], { technologies }: FiguresFile): Generator<FigureRow, void> {
  for (const { name, squareMetres, addresses, reached } of figures) {
    for (const [id, { land, addresses: counted }] of Object.entries(reached)) {
      const technology = id === allTogether ? any : technologies.get(id);
      if (technology === undefined) continue;
      for (const availability of reachedBy) {
        for (const [step, least] of speedSteps.entries()) {
          const area = land[availability][step] ?? 0;
          const count = counted === undefined ? null : (counted[availability][step] ?? 0);
          yield {
            area: name,
            technology,
            availability,
            mbps_down_at_least: least,
            square_kilometres: rounded(area / 1e6),
            share_of_land: squareMetres === 0 ? 0 : rounded(area / squareMetres),
            addresses: count,
            share_of_addresses: count === null || !addresses ? null : rounded(count / addresses),
          };
        }
      }
    }
  }
}

/** To the square metre, or to a millionth of the whole. */
const rounded = (value: number) => Number(value.toFixed(6));

/** The figures as CSV (RFC 4180). Every row has the version and whose the data are, as a table has no other place for it. */
export function figuresCsv(figures: readonly AreaFigures[], file: FiguresFile): string {
  const { version, publishedOn } = file;
  const about = [file.areas, version, publishedOn, file.coverageOf.join('; '), file.areasOf, file.source];
  const aboutColumns = ['areas', 'coverage_version', 'published_on', 'coverage_of', 'areas_of', 'source'];
  const lines: string[] = [];
  let columns: string[] = [];
  for (const row of rowsOf(figures, file)) {
    columns = Object.keys(row);
    lines.push(csvLine([...Object.values(row), ...about]));
  }
  // spreadsheets recognise UTF-8 by the byte order mark
  return `\uFEFF${csvLine([...columns, ...aboutColumns])}${lines.join('')}`;
}

/** The figures as JSON. */
export function figuresJson(figures: readonly AreaFigures[], file: FiguresFile): string {
  return JSON.stringify({
    areas: file.areas,
    coverage_version: file.version,
    published_on: file.publishedOn,
    coverage_of: file.coverageOf,
    areas_of: file.areasOf,
    source: file.source,
    figures: [...rowsOf(figures, file)],
  });
}
