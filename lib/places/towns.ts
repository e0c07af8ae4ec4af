/** A town of New Zealand: its position in degrees WGS 84, and roughly how many people live there. */
export interface Town {
  readonly name: string;
  /** Whether the name is te reo Māori. */
  readonly isMaori: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number;
  /** The map zoom from which there is room for its name. */
  readonly fromZoom: number;
}

/** From this zoom on there is room for every name. */
const roomForAll = 8;

type Row = readonly [
  name: string,
  latitude: number,
  longitude: number,
  population: number,
  marks: Readonly<{ isMaori?: true; fromZoom?: number }>,
];

const rows: readonly Row[] = [
  ['Auckland', -36.8485, 174.7633, 1_478_800, { fromZoom: 0 }],
  ['Christchurch', -43.532, 172.6362, 384_800, { fromZoom: 0 }],
  ['Wellington', -41.2866, 174.7756, 215_200, { fromZoom: 0 }],
  ['Hamilton', -37.787, 175.2793, 185_300, { fromZoom: 5.5 }],
  ['Tauranga', -37.6878, 176.1651, 161_800, { isMaori: true, fromZoom: 6 }],
  ['Lower Hutt', -41.2092, 174.9081, 112_800, {}],
  ['Dunedin', -45.8788, 170.5028, 106_200, { fromZoom: 4.5 }],
  ['Palmerston North', -40.3523, 175.6082, 82_500, { fromZoom: 6.5 }],
  ['Napier', -39.4928, 176.912, 67_500, { fromZoom: 5.5 }],
  ['Porirua', -41.1339, 174.8406, 60_200, { isMaori: true }],
  ['New Plymouth', -39.0556, 174.0752, 60_300, { fromZoom: 5.5 }],
  ['Rotorua', -38.1368, 176.2497, 58_900, { isMaori: true, fromZoom: 6.5 }],
  ['Whangārei', -35.7251, 174.3237, 56_900, { isMaori: true, fromZoom: 5.5 }],
  ['Hastings', -39.6381, 176.8492, 52_200, {}],
  ['Nelson', -41.2706, 173.284, 51_900, { fromZoom: 5.5 }],
  ['Invercargill', -46.4132, 168.3538, 51_600, { fromZoom: 5.5 }],
  ['Upper Hutt', -41.1244, 175.0708, 45_900, {}],
  ['Whanganui', -39.9301, 175.0479, 42_900, { isMaori: true, fromZoom: 6.5 }],
  ['Gisborne', -38.6623, 178.0176, 38_200, { fromZoom: 6 }],
  ['Paraparaumu', -40.9139, 175.0109, 30_500, { isMaori: true }],
  ['Blenheim', -41.5134, 173.9612, 30_200, { fromZoom: 7 }],
  ['Timaru', -44.3904, 171.2373, 29_600, { isMaori: true, fromZoom: 6 }],
  ['Pukekohe', -37.201, 174.901, 27_400, { isMaori: true }],
  ['Taupō', -38.6857, 176.0702, 26_500, { isMaori: true, fromZoom: 6.5 }],
  ['Rolleston', -43.595, 172.3836, 25_000, {}],
  ['Masterton', -40.9597, 175.6575, 22_600, {}],
  ['Cambridge', -37.878, 175.4402, 21_800, {}],
  ['Ashburton', -43.8987, 171.7301, 20_800, {}],
  ['Levin', -40.6218, 175.2866, 20_100, {}],
  ['Rangiora', -43.3034, 172.5956, 19_300, { isMaori: true }],
  ['Feilding', -40.2257, 175.5659, 17_500, {}],
  ['Whakatāne', -37.9585, 176.9853, 16_700, { isMaori: true }],
  ['Queenstown', -45.0312, 168.6626, 16_000, { fromZoom: 5.5 }],
  ['Tokoroa', -38.22, 175.87, 14_350, { isMaori: true }],
  ['Oamaru', -45.0975, 170.9704, 14_300, { isMaori: true }],
  ['Te Awamutu', -38.0089, 175.3251, 13_900, { isMaori: true }],
  ['Wānaka', -44.7032, 169.1321, 12_400, { isMaori: true, fromZoom: 7 }],
  ['Hāwera', -39.5906, 174.2783, 10_400, { isMaori: true }],
  ['Matamata', -37.8103, 175.7627, 9200, { isMaori: true }],
  ['Morrinsville', -37.6561, 175.528, 9000, {}],
  ['Kerikeri', -35.2268, 173.9474, 8400, { isMaori: true }],
  ['Greymouth', -42.4504, 171.2108, 8300, { fromZoom: 5.5 }],
  ['Motueka', -41.1082, 173.0114, 8300, { isMaori: true }],
  ['Gore', -46.0987, 168.9458, 8200, {}],
  ['Thames', -37.1383, 175.5402, 7700, {}],
  ['Kawerau', -38.1, 176.7, 7500, { isMaori: true }],
  ['Kaitāia', -35.1125, 173.2627, 6100, { isMaori: true, fromZoom: 6.5 }],
  ['Alexandra', -45.2492, 169.3797, 6000, {}],
  ['Dannevirke', -40.2064, 176.1006, 5800, {}],
  ['Waihi', -37.3933, 175.8397, 5800, { isMaori: true }],
  ['Dargaville', -35.9386, 173.871, 5200, {}],
  ['Ōpōtiki', -38.0056, 177.287, 5000, { isMaori: true }],
  ['Taumarunui', -38.8833, 175.2627, 4900, { isMaori: true }],
  ['Te Kūiti', -38.3333, 175.1667, 4700, { isMaori: true }],
  ['Temuka', -44.2429, 171.2772, 4700, { isMaori: true }],
  ['Westport', -41.7546, 171.6061, 4300, { fromZoom: 6.5 }],
  ['Balclutha', -46.2339, 169.75, 4200, {}],
  ['Hokitika', -42.7167, 170.9667, 3000, { isMaori: true }],
  ['Te Anau', -45.4145, 167.718, 2800, { isMaori: true, fromZoom: 6.5 }],
  ['Kaikōura', -42.4008, 173.6814, 2300, { isMaori: true, fromZoom: 6.5 }],
  ['Twizel', -44.2575, 170.0997, 1700, {}],
  ['Oban', -46.8987, 168.1267, 400, { fromZoom: 7 }],
];

/** About sixty towns, largest first; names and positions are the New Zealand Gazetteer's, populations are rounded and a few years old. */
export const towns: readonly Town[] = rows.map(([name, latitude, longitude, population, marks]) => ({
  name,
  isMaori: marks.isMaori ?? false,
  latitude,
  longitude,
  population,
  fromZoom: marks.fromZoom ?? roomForAll,
}));

/** The same towns from north to south. */
export const townsFromNorth: readonly Town[] = [...towns].sort((a, b) => b.latitude - a.latitude);

/** Suggested to visitors who have not searched yet, each with its name in te reo Māori. */
export const startingTowns: readonly (Town & { readonly maoriName: string })[] = Object.entries({
  Auckland: 'Tāmaki Makaurau',
  Rotorua: 'Rotorua',
  Nelson: 'Whakatū',
  Wellington: 'Te Whanganui-a-Tara',
  Christchurch: 'Ōtautahi',
  Dunedin: 'Ōtepoti',
}).flatMap(([name, maoriName]) =>
  townsFromNorth.filter((town) => town.name === name).map((town) => ({ ...town, maoriName })),
);
