/** A town to find one's way by: its name on the map and its place in degrees. */
export interface Town {
  readonly name: string;
  readonly isMaori: boolean;
  readonly latitude: number;
  readonly longitude: number;
  /** The map's zoom from which its name has room. */
  readonly fromZoom: number;
}

/** Names and places of the New Zealand Gazetteer's main centres, from north to south. */
export const towns: readonly Town[] = [
  { name: 'Kaitaia', isMaori: true, latitude: -35.1137, longitude: 173.2637, fromZoom: 6.5 },
  { name: 'Whangārei', isMaori: true, latitude: -35.7251, longitude: 174.3237, fromZoom: 5.5 },
  { name: 'Auckland', isMaori: false, latitude: -36.8485, longitude: 174.7633, fromZoom: 0 },
  { name: 'Tauranga', isMaori: true, latitude: -37.6878, longitude: 176.1651, fromZoom: 6 },
  { name: 'Hamilton', isMaori: false, latitude: -37.787, longitude: 175.2793, fromZoom: 5.5 },
  { name: 'Rotorua', isMaori: true, latitude: -38.1368, longitude: 176.2497, fromZoom: 6.5 },
  { name: 'Gisborne', isMaori: false, latitude: -38.6623, longitude: 178.0176, fromZoom: 6 },
  { name: 'Taupō', isMaori: true, latitude: -38.6857, longitude: 176.0702, fromZoom: 6.5 },
  { name: 'New Plymouth', isMaori: false, latitude: -39.0556, longitude: 174.0752, fromZoom: 5.5 },
  { name: 'Napier', isMaori: false, latitude: -39.4928, longitude: 176.912, fromZoom: 5.5 },
  { name: 'Whanganui', isMaori: true, latitude: -39.9301, longitude: 175.0479, fromZoom: 6.5 },
  { name: 'Palmerston North', isMaori: false, latitude: -40.3523, longitude: 175.6082, fromZoom: 6.5 },
  { name: 'Nelson', isMaori: false, latitude: -41.2706, longitude: 173.284, fromZoom: 5.5 },
  { name: 'Wellington', isMaori: false, latitude: -41.2866, longitude: 174.7756, fromZoom: 0 },
  { name: 'Blenheim', isMaori: false, latitude: -41.5134, longitude: 173.9612, fromZoom: 7 },
  { name: 'Westport', isMaori: false, latitude: -41.7545, longitude: 171.6056, fromZoom: 6.5 },
  { name: 'Kaikōura', isMaori: true, latitude: -42.4008, longitude: 173.6814, fromZoom: 6.5 },
  { name: 'Greymouth', isMaori: false, latitude: -42.45, longitude: 171.2075, fromZoom: 5.5 },
  { name: 'Christchurch', isMaori: false, latitude: -43.5321, longitude: 172.6362, fromZoom: 0 },
  { name: 'Timaru', isMaori: true, latitude: -44.3969, longitude: 171.2549, fromZoom: 6 },
  { name: 'Wānaka', isMaori: true, latitude: -44.7032, longitude: 169.1321, fromZoom: 7 },
  { name: 'Queenstown', isMaori: false, latitude: -45.0312, longitude: 168.6626, fromZoom: 5.5 },
  { name: 'Te Anau', isMaori: true, latitude: -45.4145, longitude: 167.718, fromZoom: 6.5 },
  { name: 'Dunedin', isMaori: false, latitude: -45.8742, longitude: 170.5036, fromZoom: 4.5 },
  { name: 'Invercargill', isMaori: false, latitude: -46.4132, longitude: 168.3538, fromZoom: 5.5 },
  { name: 'Oban', isMaori: false, latitude: -46.8987, longitude: 168.1267, fromZoom: 7 },
];

/** Offered as first points to somebody who has not asked yet. */
export const startingTowns: readonly Town[] = towns.filter(({ name }) =>
  ['Auckland', 'Rotorua', 'Wellington', 'Nelson', 'Christchurch', 'Dunedin'].includes(name),
);
