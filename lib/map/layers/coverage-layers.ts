import { type DrawnAvailability, drawnAvailabilities } from '#lib/tiles/picture/texture.ts';

/** The days between which a technology's data stand, `YYYY-MM-DD`; often one and the same. */
export type DataDays = readonly [oldest: string, newest: string];

/** A technology as the map draws it. */
export interface CoverageLayer {
  readonly setId: number;
  readonly name: string;
  /** Whether anything of it is on the map. */
  readonly covers: boolean;
  readonly days: DataDays | undefined;
  /** Where its pictures are on this site, with `{z}`, `{x}`, `{y}` and `{r}` to be filled in. */
  readonly pictures: string;
  /** How each availability is drawn: `data:` addresses of squares of 24 pixels. */
  readonly swatches: Readonly<Record<DrawnAvailability, string>>;
}

/** Reads the body of a 200 of `/tiles`, in the order in which it came; nothing when it is not such a body. */
export function parseCoverageLayers(body: unknown): readonly CoverageLayer[] | undefined {
  if (!isRecord(body) || !Array.isArray(body.layers)) return undefined;
  const layers = body.layers.map(parseLayer);
  return layers.every((layer) => layer !== undefined) ? layers : undefined;
}

function parseLayer(value: unknown): CoverageLayer | undefined {
  if (!isRecord(value) || !isRecord(value.swatches)) return undefined;
  const { set_id: setId, name, covers, pictures } = value;
  if (typeof setId !== 'number' || typeof name !== 'string' || typeof covers !== 'boolean') return undefined;
  // the address names the public host; the page may have come by another one, as on a network at home
  const path = typeof pictures === 'string' ? pictures.replace(/^https?:\/\/[^/]+/, '') : '';
  const pictured: Record<string, unknown> = value.swatches;
  const swatches = drawnAvailabilities.map((availability) => [availability, pictured[availability]]);
  if (!path.startsWith('/tiles/') || !swatches.every(([, address]) => isPicture(address))) return undefined;
  return { setId, name, covers, days: parseDays(value.as_of), pictures: path, swatches: Object.fromEntries(swatches) };
}

function parseDays(value: unknown): DataDays | undefined {
  if (!Array.isArray(value)) return undefined;
  const [oldest, newest] = value;
  return typeof oldest === 'string' && typeof newest === 'string' ? [oldest, newest] : undefined;
}

function isPicture(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('data:image/png;base64,');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
