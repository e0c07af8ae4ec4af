/** Sharing an answer: a link, paper, a frame on another site. */
export const share = {
  'share.open': 'Share or print',
  'share.title': 'Share this answer',
  'share.close': 'Close',
  'share.link': 'Link to this answer',
  'share.link-hint': 'It includes the point and the name you searched for. Anyone who opens it sees both.',
  'share.copy-link': 'Copy the link',
  'share.copied': 'Copied.',
  'share.not-copied':
    'Your browser does not let this page copy. The text is selected: copy it with your keyboard or menu.',
  'share.print': 'Print this answer',
  'share.embed': 'Show it on another website',
  'share.snippet': 'HTML for that website',
  'share.snippet-hint': 'It includes a working map, which asks this service.',
  'share.copy-snippet': 'Copy the HTML',
  'share.frame-title': 'Broadband at {place}',
  'share.printed-from': 'From {address}',
  'share.whole-site': 'Open this in {name}',
  'share.preview': 'Map of the area around {place}, with a pin',
} as const;
