import { towns } from './towns.ts';

const kilometresPerDegree = 111.2;
/** A town farther away does not help to find a place. */
const farthestKilometres = 60;

/** The name of the nearest larger town within 60 km. Distances are measured on a flat map, which is enough to rank towns. */
export function getNearestTown(latitude: number, longitude: number): string | undefined {
  let nearest: string | undefined;
  let least = farthestKilometres;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  for (const town of towns) {
    const distance = Math.hypot(town.latitude - latitude, (town.longitude - longitude) * shrink) * kilometresPerDegree;
    if (distance < least) {
      least = distance;
      nearest = town.name;
    }
  }
  return nearest;
}
