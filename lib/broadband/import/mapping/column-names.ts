import type { FieldName } from '#lib/broadband/import/offers/offer-fields.ts';

/** Words of a column's name that speak for a field, the surest first. */
const words: Partial<Record<FieldName, readonly string[]>> = {
  technology: ['technology', 'tech', 'medium', 'bearer', 'access', 'servicetype', 'product', 'type'],
  provider: [
    'provider',
    'isp',
    'operator',
    'carrier',
    'rsp',
    'lfc',
    'retailer',
    'company',
    'supplier',
    'organisation',
    'owner',
    'network',
  ],
  availability: ['availability', 'available', 'avail', 'status', 'stage', 'state', 'served', 'coverage'],
  completion: [
    'completion',
    'complete',
    'ready',
    'rfs',
    'readyby',
    'due',
    'eta',
    'expected',
    'finish',
    'finished',
    'target',
    'livedate',
    'date',
  ],
  wholesale_network: ['wholesale', 'wholesaler', 'wholesaleonly'],
  url: ['url', 'website', 'web', 'homepage', 'link'],
  timing_id: ['timing', 'timingid'],
};

const up = ['up', 'upload', 'ul', 'us', 'upstream', 'uplink', 'uploadspeed', 'maxup', 'minup'];
const down = ['down', 'download', 'dl', 'ds', 'downstream', 'downlink', 'downloadspeed', 'maxdown', 'mindown'];
const least = ['min', 'minimum', 'low', 'lowest', 'least', 'from', 'guaranteed', 'minup', 'mindown'];
const most = ['max', 'maximum', 'high', 'highest', 'most', 'to', 'peak', 'top', 'upto', 'maxup', 'maxdown'];
const speed = [
  'speed',
  'speeds',
  'bandwidth',
  'bw',
  'mbps',
  'kbps',
  'gbps',
  'mbit',
  'kbit',
  'rate',
  'throughput',
  'plan',
];

/** The words of a column's name, in lower case: `MaxDown_Mbps` has `max`, `down` and `mbps`. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** The letters and digits of a name alone, in lower case: what stays when separators are written differently. */
export function plainName(name: string): string {
  return wordsOf(name).join('');
}

/** How surely a column's name speaks for a field that is no speed: 0 not at all, up to 10. */
export function nameScore(name: string, field: FieldName): number {
  const ofField = words[field] ?? [];
  const ofName = [...wordsOf(name), plainName(name)];
  const place = ofField.findIndex((word) => ofName.includes(word));
  return place === -1 ? 0 : Math.max(2, 10 - place);
}

/** What a column's name says of a speed; undefined when it says nothing of one. */
export interface SpeedName {
  readonly direction: 'down' | 'up' | undefined;
  readonly bound: 'min' | 'max' | undefined;
  readonly unit: 'kbps' | 'Gbps' | undefined;
}

export function speedName(name: string): SpeedName | undefined {
  const ofName = [...wordsOf(name), plainName(name)];
  const has = (list: readonly string[]) => list.some((word) => ofName.includes(word));
  const direction = has(up) ? 'up' : has(down) ? 'down' : undefined;
  if (direction === undefined && !has(speed)) return undefined;
  const unit = has(['kbps', 'kbit']) ? 'kbps' : has(['gbps', 'gbit']) ? 'Gbps' : undefined;
  return { direction, bound: has(least) ? 'min' : has(most) ? 'max' : undefined, unit };
}
