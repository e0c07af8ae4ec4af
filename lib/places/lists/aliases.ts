/** Another name of a place, by which people search for it. */
export interface PlaceAlias {
  readonly alias: string;
  /** The name of the place, in any spelling: the place shown is the one that the lists have near this point. */
  readonly name: string;
  /** What the place is, shown if no list has it. */
  readonly detail: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Whether `name` is te reo Māori. */
  readonly isMaori: boolean;
}

type Row = readonly [name: string, latitude: number, longitude: number, aliases: string];

/** Towns and suburbs: their Māori or English name, and what people call and abbreviate them. */
const towns: readonly Row[] = [
  ['Auckland', -36.8485, 174.7633, 'Tāmaki Makaurau, Tāmaki, Akl, Auckland City, Auckland CBD'],
  [
    'Wellington',
    -41.2866,
    174.7756,
    'Te Whanganui-a-Tara, Pōneke, Wgtn, Wgtn City, Welly, Wellington City, Wellington CBD',
  ],
  ['Christchurch', -43.532, 172.6362, 'Ōtautahi, Chch, Christchurch City, Christchurch CBD'],
  ['Hamilton', -37.787, 175.2793, 'Kirikiriroa, Hamilton City'],
  ['Tauranga', -37.6878, 176.1651, 'Tauranga Moana, Tga, Tauranga City'],
  ['Dunedin', -45.8788, 170.5028, 'Ōtepoti, Dunners, Dunedin City'],
  ['Palmerston North', -40.3523, 175.6082, 'Te Papaioea, Palmy, Palmy North, P North, Palmerston N'],
  ['Lower Hutt', -41.2092, 174.9081, 'Te Awakairangi ki Tai, Te Awakairangi, Hutt City, Hutt Valley, L Hutt'],
  ['Upper Hutt', -41.1244, 175.0708, 'Te Awakairangi ki Uta, Orongomai, U Hutt'],
  ['Napier', -39.4928, 176.912, 'Ahuriri, Napier City'],
  ['Hastings', -39.6381, 176.8492, 'Heretaunga'],
  ['Porirua', -41.1339, 174.8406, 'Porirua City'],
  ['New Plymouth', -39.0556, 174.0752, 'Ngāmotu, New Ply, N Plymouth'],
  ['Rotorua', -38.1368, 176.2497, 'Te Rotorua-nui-a-Kahumatamomoe, Rotorua-nui-a-Kahu, Rotovegas'],
  ['Whangārei', -35.7251, 174.3237, 'Whangārei Terenga Parāoa'],
  ['Nelson', -41.2706, 173.284, 'Whakatū, Nelson City'],
  ['Invercargill', -46.4132, 168.3538, 'Waihōpai, Invers, Invercargill City'],
  ['Whanganui', -39.9301, 175.0479, 'Wanganui'],
  ['Gisborne', -38.6623, 178.0176, 'Tūranga-nui-a-Kiwa, Tūranga, Gizzy, Gissy'],
  ['Blenheim', -41.5134, 173.9612, 'Te Waiharakeke, Waiharakeke'],
  ['Timaru', -44.3904, 171.2373, 'Te Tihi-o-Maru'],
  ['Taupō', -38.6857, 176.0702, 'Taupō-nui-a-Tia, Taupo Town'],
  ['Masterton', -40.9597, 175.6575, 'Whakaoriori'],
  ['Cambridge', -37.878, 175.4402, 'Kemureti'],
  ['Ashburton', -43.8987, 171.7301, 'Hakatere, Ashvegas'],
  ['Levin', -40.6218, 175.2866, 'Taitoko'],
  ['Feilding', -40.2257, 175.5659, 'Aorangi'],
  ['Queenstown', -45.0312, 168.6626, 'Tāhuna, Qtown, QT'],
  ['Oamaru', -45.0975, 170.9704, 'Te Oha-a-Maru'],
  ['Greymouth', -42.4504, 171.2108, 'Māwhera'],
  ['Westport', -41.7546, 171.6061, 'Kawatiri'],
  ['Gore', -46.0987, 168.9458, 'Maruawai'],
  ['Thames', -37.1383, 175.5402, 'Pārāwai'],
  ['Alexandra', -45.2492, 169.3797, 'Manuherikia'],
  ['Dannevirke', -40.2064, 176.1006, 'Tāmaki-nui-a-Rua'],
  ['Dargaville', -35.9386, 173.871, 'Tākiwira'],
  ['Balclutha', -46.2339, 169.75, 'Iwikatea'],
  ['Oban', -46.8987, 168.1267, 'Halfmoon Bay'],
  ['Picton', -41.2949, 174.0113, 'Waitohi'],
  ['Raglan', -37.7968, 174.8649, 'Whāingaroa'],
  ['Russell', -35.2605, 174.1221, 'Kororāreka'],
  ['Foxton', -40.4675, 175.2905, 'Te Awahou'],
  ['Petone', -41.2306, 174.8721, 'Pito-one'],
  ['Huntly', -37.56, 175.1624, 'Rāhui Pōkeka'],
  ['Mount Maunganui', -37.6424, 176.196, 'The Mount, Mt Maunganui'],
  ['Akaroa', -43.8067, 172.9738, 'Ākaroa'],
  ['Lyttelton', -43.6011, 172.7212, 'Ōhinehou'],
  ['Featherston', -41.1123, 175.3279, 'Kaiwaewae'],
  ['Bluff', -46.6064, 168.3329, 'Motupōhue'],
  ['Riverton/Aparima', -46.3526, 168.0154, 'Aparima'],
  ['Fox Glacier', -43.466, 170.0199, 'Weheka'],
  ['Port Chalmers', -45.8201, 170.626, 'Kōpūtai'],
  ['Takapuna', -36.7877, 174.7745, 'North Shore, North Shore City'],
  ['Henderson', -36.878, 174.632, 'West Auckland, Waitakere City'],
  ['Manukau', -36.993, 174.88, 'Manukau, South Auckland, Manukau City'],
  ['Howick', -36.894, 174.926, 'East Auckland'],
  ['Orewa', -36.586, 174.693, 'Hibiscus Coast'],
  ['Auckland Central', -36.8502, 174.7648, 'Auckland City Centre, CBD, The CBD, City Centre, Downtown Auckland'],
  ['Wellington Central', -41.2857, 174.776, 'Wellington City Centre'],
];

/** Suburbs and new towns that the gazetteer does not have, or has only as a hill, a point or a station. */
const suburbs: Readonly<Record<string, readonly Row[]>> = {
  Auckland: [
    ['Hobsonville Point', -36.793, 174.666, 'Hobsonville Point'],
    ['Millwater', -36.596, 174.682, 'Millwater'],
    ['Wynyard Quarter', -36.8405, 174.756, 'Wynyard Quarter'],
    ['Britomart', -36.844, 174.7675, 'Britomart, Viaduct, Viaduct Harbour'],
  ],
  Wellington: [
    ['Te Aro', -41.2955, 174.777, 'Te Aro, Cuba Street, Courtenay Place'],
    ['Thorndon', -41.276, 174.7775, 'Thorndon, Pipitea'],
    ['Aro Valley', -41.2965, 174.764, 'Aro Valley'],
  ],
  Christchurch: [
    ['Christchurch Central', -43.5315, 172.637, 'Christchurch Central, Christchurch City Centre'],
    ['Wigram', -43.5535, 172.5535, 'Wigram'],
  ],
  Rangiora: [['Pegasus', -43.3075, 172.694, 'Pegasus, Pegasus Town']],
  Queenstown: [['Shotover Country', -44.994, 168.769, 'Shotover Country']],
};

/** The airports with flights between cities, the busiest first. */
const airports: readonly Row[] = [
  ['Auckland Airport', -37.0082, 174.785, 'Auckland Airport, Auckland International Airport, Airport'],
  ['Christchurch Airport', -43.4894, 172.5344, 'Christchurch Airport, Christchurch International Airport, Airport'],
  ['Wellington Airport', -41.3272, 174.8053, 'Wellington Airport, Wellington International Airport, Airport'],
  ['Queenstown Airport', -45.0211, 168.7392, 'Queenstown Airport, Airport'],
  ['Dunedin Airport', -45.9281, 170.1983, 'Dunedin Airport, Airport'],
  ['Nelson Airport', -41.2983, 173.2211, 'Nelson Airport, Airport'],
  ['Tauranga Airport', -37.6719, 176.1961, 'Tauranga Airport'],
  ["Hawke's Bay Airport", -39.4658, 176.87, "Hawke's Bay Airport, Napier Airport"],
  ['Palmerston North Airport', -40.3206, 175.6169, 'Palmerston North Airport'],
  ['New Plymouth Airport', -39.0086, 174.1792, 'New Plymouth Airport'],
  ['Hamilton Airport', -37.8667, 175.3322, 'Hamilton Airport'],
  ['Invercargill Airport', -46.4124, 168.313, 'Invercargill Airport'],
  ['Rotorua Airport', -38.1092, 176.3172, 'Rotorua Airport'],
];

const islands: readonly Row[] = [
  ['Stewart Island/Rakiura', -47.0008, 167.9998, 'Rakiura, Stewart Is'],
  ['Great Barrier Island', -36.1986, 175.4158, 'Aotea, Aotea Island, Great Barrier'],
  ['Chatham Islands', -43.9, -176.5, 'Wharekauri, Rēkohu, The Chathams, Chathams, Chatham, Chatham Is'],
];

/** Regions, each with what people call it. */
const regions: readonly Row[] = [
  ['Northland Region', -35.4816, 173.8584, 'Northland, Te Tai Tokerau, Tai Tokerau'],
  ['Auckland Region', -36.85, 174.76, 'Greater Auckland'],
  ['Waikato Region', -37.9127, 175.6736, 'Waikato, The Waikato'],
  ['Bay of Plenty Region', -38.2765, 176.6644, 'Bay of Plenty, Te Moana-a-Toi, Te Moana-a-Toitehuatahi, BOP, BoP'],
  ['Gisborne Region', -38.2953, 177.6292, 'Te Tairāwhiti, Tairāwhiti, East Coast'],
  ["Hawke's Bay Region", -39.3941, 176.6052, "Hawke's Bay, Te Matau-a-Māui"],
  ['Taranaki Region', -39.2671, 174.2622, 'Taranaki, The Naki'],
  ['Manawatu-Wanganui Region', -39.6685, 175.6861, 'Manawatū-Whanganui, Manawatū'],
  ['Wellington Region', -41.0388, 175.3675, 'Greater Wellington, Te Upoko-o-te-Ika, Te Upoko-o-te-Ika-a-Māui'],
  ['Tasman District', -41.3892, 172.7472, 'Tasman, Te Tai-o-Aorere'],
  ['Marlborough District', -41.7413, 173.6436, 'Marlborough, Te Tauihu-o-te-waka, Te Tauihu'],
  ['West Coast Region', -43.122, 170.5162, 'West Coast, Te Tai Poutini'],
  ['Canterbury Region', -43.1564, 171.9638, 'Canterbury, Waitaha'],
  ['Otago Region', -45.2764, 169.9375, 'Otago, Ōtākou'],
  ['Southland Region', -45.5979, 167.9222, 'Southland, Murihiku'],
  ['Kapiti Coast District', -40.8549, 175.1956, 'Kāpiti Coast, Kāpiti'],
  ['Wairarapa', -41.05, 175.6, 'Wairarapa, The Wairarapa'],
];

const maoriNames =
  /^(?:Tauranga|Porirua|Rotorua|Whangārei|Whanganui|Timaru|Taupō|Oamaru|Akaroa|Waikato Region|Wairarapa)$/;

function readRows(detail: string, rows: readonly Row[]): PlaceAlias[] {
  return rows.flatMap(([name, latitude, longitude, aliases]) =>
    aliases.split(', ').map((alias) => ({ alias, name, detail, latitude, longitude, isMaori: maoriNames.test(name) })),
  );
}

/** Other names of the larger places, from common knowledge; those of `places import --aliases` are added to them. */
export const knownAliases: readonly PlaceAlias[] = [
  ...readRows('Town', towns),
  ...Object.entries(suburbs).flatMap(([town, rows]) => readRows(`Suburb, near ${town}`, rows)),
  ...readRows('Airport', airports),
  ...readRows('Island', islands),
  ...readRows('Region', regions),
];
