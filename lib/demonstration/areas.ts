import { type Town, towns } from '#lib/places/towns.ts';
import type { NamedArea } from '#lib/statistics/area-survey.ts';
import { slugOf } from '#lib/statistics/slug.ts';
import { shapesAround } from './coverage.ts';

/** What the invented areas are called together. */
export const demonstrationAreaSet = 'Town surroundings (invented)';

/** The invented areas of which figures are made: one around each larger town that has no larger one beside it. */
export function demonstrationAreas(): NamedArea[] {
  const larger = towns.filter(({ population }) => population >= 28_000);
  const centres = larger.filter((town) => larger.every((other) => !isOvershadowed(town, other)));
  // all equally wide, so that more of a large town's area is reached
  const shapes = shapesAround(
    centres.map((town) => ({ ...town, population: 100_000 })),
    3,
    91,
  );
  const slugs = new Set<string>();
  return centres.map(({ name }, place) => {
    const slug = slugOf(name, slugs);
    slugs.add(slug);
    return { name, slug, parts: [shapes[place] ?? []] };
  });
}

/** Whether another town is larger and nearer than about half a degree of latitude. */
function isOvershadowed(town: Town, other: Town): boolean {
  const north = other.latitude - town.latitude;
  const east = (other.longitude - town.longitude) * Math.cos((town.latitude * Math.PI) / 180);
  return other.population > town.population && Math.hypot(north, east) < 0.5;
}
