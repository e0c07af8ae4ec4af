/** The search for a place, an address or coordinates. */
export const search = {
  'search.label': 'Kei hea?',
  'search.placeholder': 'Wāhi, taunga rānei',
  'search.hint': 'He wāhitau, he tāone, he takiwā, he wāhi rānei, he taunga rānei pērā i te −41.2866, 174.7756',
  'search.hint-without-addresses':
    'He tāone, he takiwā, he wāhi rānei, he taunga rānei pērā i te −41.2866, 174.7756. Kāore anō ngā wāhitau tiriti kia utaina.',
  'search.list': 'Ngā wāhi',
  'search.count': { one: 'kotahi te wāhi i kitea', other: 'e {count} ngā wāhi i kitea' },
  'search.point': 'Ko tēnei wāhi',
  'search.point-swapped': 'Ko tēnei wāhi: ko te ahopou i mua, nā reira i whakawhitia e mātou',
  'search.point-minus': 'Ko tēnei wāhi, me te tohu tango i ngaro',
  'search.alias': 'ko {alias} hoki',
  'search.outside': 'kei waho i te rohe o tēnei ratonga',
  'search.nothing':
    'Kāore i kitea he wāhi nō taua ingoa. Tirohia te tuhinga, whakamātauria he tāone tata, tohua rānei te mahere.',
  'search.short-link': 'Kāore te hono poto e kī kei hea te wāhi. Huakina, ka tārua ai i te wāhitau roa o te mahere.',
  'search.failed': 'Kāore te rapunga i whakautu. Ka taea te patopato taunga, te tohu rānei i te mahere.',
  'search.page-title': 'Rapunga',
  'search.page-found': 'Ngā wāhi mō “{text}” pea',
  'search.page-nothing': 'Kāore i kitea he wāhi mō “{text}”',
  'search.page-empty': 'Ko tēhea te wāhi?',
  'search.page-map': 'Hoki ki te mahere',
  'locate.use': 'Whakamahia taku wāhi',
  'locate.looking': 'E rapu ana kei hea koe…',
  'locate.insecure':
    'Ka whāki te pūtirotiro i tō wāhi ki ngā whārangi HTTPS anake; ehara tēnei i te pērā. Patohia he wāhi, tohua rānei te mahere.',
  'locate.refused':
    'Kāore tō pūtirotiro e tuku ana kia kite tēnei whārangi kei hea koe. Patohia he wāhi, tohua rānei te mahere.',
  'locate.failed': 'Kāore i taea e tō pūrere te kī kei hea ia. Patohia he wāhi, tohua rānei te mahere.',
} as const;
