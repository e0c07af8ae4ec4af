import type { PlaceList } from '#lib/places/place.ts';

/** Where a list of places is on the web. */
export interface PlaceSource {
  readonly list: PlaceList;
  /** What people call it. */
  readonly name: string;
  readonly address: string;
  /** Whether its address has a key, which can be refused. */
  readonly hasKey: boolean;
}

/** The licence of all lists of Land Information New Zealand. */
export const linzLicence = 'CC BY 4.0';

const gazetteer: PlaceSource = {
  list: 'gazetteer',
  name: 'New Zealand Gazetteer of LINZ',
  address: 'https://gazetteer.linz.govt.nz/gaz.csv',
  hasKey: false,
};

const layers = [
  { list: 'localities', name: 'LINZ NZ Suburbs and Localities', layer: 113_764 },
  { list: 'addresses', name: 'LINZ NZ Addresses', layer: 105_689 },
] as const;

/** The lists that can be fetched; without a key of the LINZ Data Service, the gazetteer alone. */
export function placeSources(linzKey: string | undefined): readonly PlaceSource[] {
  if (linzKey === undefined) return [gazetteer];
  const query = 'service=WFS&version=2.0.0&request=GetFeature&outputFormat=csv';
  const folder = `https://data.linz.govt.nz/services;key=${encodeURIComponent(linzKey)}/wfs`;
  const ofLayers = layers.map(({ list, name, layer }) => ({
    list,
    name,
    address: `${folder}?${query}&typeNames=layer-${layer}`,
    hasKey: true,
  }));
  return [gazetteer, ...ofLayers];
}
