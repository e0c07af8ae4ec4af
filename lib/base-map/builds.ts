import { z } from 'zod';

/** The list of Protomaps' daily builds of OpenStreetMap. */
export const protomapsBuilds = 'https://build-metadata.protomaps.dev/builds.json';
const protomapsFolder = 'https://build.protomaps.com/';

const builds = z.array(z.object({ key: z.string() }));

/**
 * The address of the build to fetch: the one that a fetch was at when it broke off, if it still exists, or the newest.
 *
 * @param list the list of builds, after a trip through JSON
 * @returns undefined if the list has none
 */
export function chosenBuild(list: unknown, unfinished: string | undefined): string | undefined {
  const { data = [] } = builds.safeParse(list);
  const keys = data.map(({ key }) => key).filter((key) => /^\d{8}\.pmtiles$/.test(key));
  const addresses = keys.toSorted().map((key) => `${protomapsFolder}${key}`);
  return addresses.find((address) => address === unfinished) ?? addresses.at(-1);
}
