import { isRecord } from '#lib/map/is-record.ts';
import { type DrawnAvailability, drawnAvailabilities } from '#lib/tiles/picture/texture.ts';

/** The dates (`YYYY-MM-DD`) of the oldest and the newest data of a technology; often the same. */
export type DataDays = readonly [oldest: string, newest: string];

/** A technology as the map draws it. */
export interface CoverageLayer {
  readonly setId: number;
  readonly name: string;
  /** Whether the map shows any of it. */
  readonly covers: boolean;
  readonly days: DataDays | undefined;
  /** The path of its tiles, with placeholders `{z}`, `{x}`, `{y}` and `{r}`. */
  readonly pictures: string;
  /** A sample of each availability: `data:` URLs of squares of 24 pixels. */
  readonly swatches: Readonly<Record<DrawnAvailability, string>>;
}

/** Parses the body of a 200 of `/tiles`, keeping its order; undefined if it is not valid. */
export function parseCoverageLayers(body: unknown): readonly CoverageLayer[] | undefined {
  if (!isRecord(body) || !Array.isArray(body.layers)) return undefined;
  const layers = body.layers.map(parseLayer);
  return layers.every((layer) => layer !== undefined) ? layers : undefined;
}

/** The best technology at each place, as the map draws it. */
export interface BestLayer {
  /** The path of its tiles, as that of a layer. */
  readonly pictures: string;
  /** The technologies that it is of, fastest first. */
  readonly setIds: readonly number[];
}

/** Parses the best technology of such a body; undefined if nothing is drawn, or it is not valid. */
export function parseBestLayer(body: unknown): BestLayer | undefined {
  if (!isRecord(body) || !isRecord(body.best)) return undefined;
  const { pictures, set_ids: setIds } = body.best;
  const path = pathOf(pictures);
  if (path === undefined || !Array.isArray(setIds)) return undefined;
  const known = setIds.filter((id) => typeof id === 'number');
  return known.length === setIds.length ? { pictures: path, setIds: known } : undefined;
}

/** The earlier days, `YYYY-MM-DD`, that such a body says can be drawn, the newest first. */
export function parseEarlierDays(body: unknown): readonly string[] {
  const days = isRecord(body) && Array.isArray(body.days) ? body.days : [];
  return days.filter((day) => typeof day === 'string');
}

/** Whether such a body says that the published coverage is being drawn: answers are newer than the picture. */
export function isPictureBehind(body: unknown): boolean {
  return isRecord(body) && body.updating === true;
}

function parseLayer(value: unknown): CoverageLayer | undefined {
  if (!isRecord(value) || !isRecord(value.swatches)) return undefined;
  const { set_id: setId, name, covers, pictures } = value;
  if (typeof setId !== 'number' || typeof name !== 'string' || typeof covers !== 'boolean') return undefined;
  const path = pathOf(pictures);
  const pictured: Record<string, unknown> = value.swatches;
  const swatches = drawnAvailabilities.map((availability) => [availability, pictured[availability]]);
  if (path === undefined || !swatches.every(([, address]) => isPicture(address))) return undefined;
  return { setId, name, covers, days: parseDays(value.as_of), pictures: path, swatches: Object.fromEntries(swatches) };
}

/** The address has the public host, but the page may use another one, such as on a home network. */
function pathOf(pictures: unknown): string | undefined {
  const path = typeof pictures === 'string' ? pictures.replace(/^https?:\/\/[^/]+/, '') : '';
  return path.startsWith('/tiles/') ? path : undefined;
}

function parseDays(value: unknown): DataDays | undefined {
  if (!Array.isArray(value)) return undefined;
  const [oldest, newest] = value;
  return typeof oldest === 'string' && typeof newest === 'string' ? [oldest, newest] : undefined;
}

function isPicture(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('data:image/png;base64,');
}
