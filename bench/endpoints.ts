import { demonstrationDomains } from '#lib/demonstration/domains.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { towns } from '#lib/demonstration/towns.ts';

/** One endpoint under load: the targets are asked in turn. */
export interface Endpoint {
  readonly name: string;
  targets(key: string): string[];
}

/** Distinct targets of each endpoint; never one address over and over. */
const distinct = 20_000;

export const endpoints: readonly Endpoint[] = [
  { name: '/1.0/availability, 1 name', targets: nameTargets },
  { name: '/1.0/droplist', targets: () => ['/1.0/droplist'] },
  { name: '/api/1.0/availability/yx', targets: pointTargets },
];

/** Names half in the register and half not. */
function nameTargets(): string[] {
  const known = demonstrationDomains(Date.now()).map(({ name }) => name);
  return Array.from({ length: distinct }, (_, place) => {
    const name = place % 2 === 0 ? known[(place / 2) % known.length] : `bench-${place}.co.nz`;
    return `/1.0/availability?domains[]=${name}`;
  });
}

/** Points around the towns, where there is something to answer. */
function pointTargets(key: string): string[] {
  const random = seededRandom(7);
  return Array.from({ length: distinct }, (_, place) => {
    const town = towns[place % towns.length];
    const latitude = ((town?.latitude ?? -41) + (random() - 0.5) * 0.1).toFixed(7);
    const longitude = ((town?.longitude ?? 175) + (random() - 0.5) * 0.1).toFixed(7);
    return `/api/1.0/availability/yx/${latitude}/${longitude}?api_key=${key}`;
  });
}
