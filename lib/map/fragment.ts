/** The visible part of the map: its centre in degrees, and Leaflet's zoom. */
export interface MapView {
  readonly zoom: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** The state of the map in the fragment of an address (`#…`), which is never sent to the server. */
export interface MapFragment {
  readonly view: MapView | undefined;
  /** The `set_id` of each technology that was chosen; `best`, until a choice is made, for the best one at each place. */
  readonly layers: readonly number[] | 'best';
  /** The opacity of the layers, 10 to 100 percent. */
  readonly opacity: number;
  /** The day whose coverage is drawn, `YYYY-MM-DD`; empty for the present. */
  readonly asOf: string;
  /** What of the answer is shown, as `writeFilter` writes it; empty for everything. */
  readonly only: string;
}

export const defaultOpacity = 80;

/**
 * Writes `#map=14/-41.2866/174.7756&layers=1,4&opacity=60&as_of=2026-03-01&only=fast`, without default values;
 * `layers=none` for no layer at all.
 */
export function writeFragment({ view, layers, opacity, asOf, only }: MapFragment): string {
  const parts: string[] = [];
  if (view !== undefined) {
    const decimals = Math.min(6, Math.max(1, Math.ceil(view.zoom / 3)));
    const [latitude, longitude] = [view.latitude, view.longitude].map((degrees) => Number(degrees.toFixed(decimals)));
    parts.push(`map=${Number(view.zoom.toFixed(2))}/${latitude}/${longitude}`);
  }
  if (layers !== 'best') parts.push(`layers=${layers.join(',') || 'none'}`);
  if (opacity !== defaultOpacity) parts.push(`opacity=${opacity}`);
  if (asOf !== '') parts.push(`as_of=${asOf}`);
  if (only !== '') parts.push(`only=${encodeURIComponent(only).replaceAll('%2C', ',').replaceAll('%3A', ':')}`);
  return parts.length === 0 ? '' : `#${parts.join('&')}`;
}

/** Parses a fragment, with or without its `#`; parts that are not valid are ignored. */
export function parseFragment(text: string): MapFragment {
  const values = new URLSearchParams(text.replace(/^#/, ''));
  const opacity = Number(values.get('opacity') ?? Number.NaN);
  return {
    view: parseView(values.get('map') ?? ''),
    layers: parseLayers(values.get('layers') ?? ''),
    opacity: Number.isInteger(opacity) && opacity >= 10 && opacity <= 100 ? opacity : defaultOpacity,
    asOf: /^\d{4}-\d\d-\d\d$/.exec(values.get('as_of') ?? '')?.[0] ?? '',
    only: values.get('only') ?? '',
  };
}

function parseView(text: string): MapView | undefined {
  if (!/^\d{1,2}(\.\d{1,2})?(\/-?\d{1,3}(\.\d{1,9})?){2}$/.test(text)) return undefined;
  const [zoom = 0, latitude = 0, longitude = 0] = text.split('/').map(Number);
  return Math.abs(latitude) > 90 || Math.abs(longitude) > 360 ? undefined : { zoom, latitude, longitude };
}

function parseLayers(text: string): MapFragment['layers'] {
  if (text === 'none') return [];
  const ids = text.split(',').filter((id) => /^[1-9]\d{0,5}$/.test(id));
  return ids.length === 0 ? 'best' : [...new Set(ids.map(Number))];
}
