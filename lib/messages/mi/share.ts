/** Sharing an answer: a link, paper, a frame on another site. */
export const share = {
  'share.open': 'Tohaina, tāngia rānei',
  'share.title': 'Tohaina tēnei whakautu',
  'share.close': 'Kati',
  'share.link': 'He hono ki tēnei whakautu',
  'share.link-hint': 'Kei roto te wāhi me te ingoa i rapua e koe. Ka kitea ngā mea e rua e te hunga huaki i te hono.',
  'share.copy-link': 'Tāruatia te hono',
  'share.copied': 'Kua tāruatia.',
  'share.not-copied':
    'Kāore tō pūtirotiro e tuku ana i tēnei whārangi kia tārua. Kua kōwhiria te kupu: tāruatia mā tō papapātuhi, mā te tahua rānei.',
  'share.print': 'Tāngia tēnei whakautu',
  'share.embed': 'Whakaaturia ki tētahi atu pae tukutuku',
  'share.snippet': 'HTML mō taua pae',
  'share.snippet-hint': 'Ka mahi te mahere o roto, ka pātai hoki i tēnei ratonga.',
  'share.copy-snippet': 'Tāruatia te HTML',
  'share.frame-title': 'Te ipurangi tere i {place}',
  'share.printed-from': 'Nō {address}',
  'share.whole-site': 'Huakina ki {name}',
  'share.preview': 'He mahere o ngā takiwā o {place}, me tētahi pine',
} as const;
