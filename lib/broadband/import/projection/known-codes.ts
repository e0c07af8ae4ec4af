/** Places of the circuits, whose reference systems are not read but are named in messages, in the order of their codes. */
const circuitPlaces = [
  'Mount Eden',
  'Bay of Plenty',
  'Poverty Bay',
  'Hawkes Bay',
  'Taranaki',
  'Tuhirangi',
  'Wanganui',
  'Wairarapa',
  'Wellington',
  'Collingwood',
  'Nelson',
  'Karamea',
  'Buller',
  'Grey',
  'Amuri',
  'Marlborough',
  'Hokitika',
  'Okarito',
  'Jacksons Bay',
  'Mount Pleasant',
  'Gawler',
  'Timaru',
  'Lindis Peak',
  'Mount Nicholas',
  'Mount York',
  'Observation Point',
  'North Taieri',
  'Bluff',
];

const others: readonly (readonly [number, string])[] = [
  [2133, 'NZGD2000 / UTM zone 58S'],
  [2134, 'NZGD2000 / UTM zone 59S'],
  [2135, 'NZGD2000 / UTM zone 60S'],
  [3764, 'NZGD2000 / Chatham Island Circuit 2000'],
  [3788, 'NZGD2000 / Auckland Islands TM 2000'],
  [3789, 'NZGD2000 / Campbell Island TM 2000'],
  [3790, 'NZGD2000 / Antipodes Islands TM 2000'],
  [3791, 'NZGD2000 / Raoul Island TM 2000'],
  [3793, 'NZGD2000 / Chatham Islands TM 2000'],
  [3851, 'NZGD2000 / NZCS2000'],
  [3994, 'WGS 84 / Mercator 41'],
  [4272, 'NZGD49'],
  [4959, 'NZGD2000 with heights'],
  [4979, 'WGS 84 with heights'],
  [27258, 'NZGD49 / UTM zone 58S'],
  [27259, 'NZGD49 / UTM zone 59S'],
  [27260, 'NZGD49 / UTM zone 60S'],
  [27291, 'NZGD49 / North Island Grid'],
  [27292, 'NZGD49 / South Island Grid'],
  [32758, 'WGS 84 / UTM zone 58S'],
  [32759, 'WGS 84 / UTM zone 59S'],
  [32760, 'WGS 84 / UTM zone 60S'],
];

const names: ReadonlyMap<number, string> = new Map([
  ...circuitPlaces.map((place, at) => [2105 + at, `NZGD2000 / ${place} 2000`] as const),
  ...circuitPlaces.map((place, at) => [27205 + at, `NZGD49 / ${place} Circuit`] as const),
  ...others,
]);

/** `EPSG:3793 (NZGD2000 / Chatham Islands TM 2000)`; without a name for one of another country. */
export function nameOfCode(code: number): string {
  const name = names.get(code);
  return name === undefined ? `EPSG:${code}` : `EPSG:${code} (${name})`;
}
