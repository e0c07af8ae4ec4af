import { towns } from './towns.ts';

const kilometresPerDegree = 111.2;
/** Farther off, a town says nothing about where a place is. */
const farthestKilometres = 60;

/** The name of the nearest larger town, if one is within 60 km. Distances are those of a flat map: they only rank towns. */
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
