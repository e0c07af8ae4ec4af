import { kilometresBetween } from './kilometres.ts';
import { type Town, towns } from './towns.ts';

/** A town farther away does not help to find a place. */
const farthestKilometres = 60;

/** The nearest larger town within 60 km. */
export function getNearestTown(latitude: number, longitude: number): Town | undefined {
  let nearest: Town | undefined;
  let least = farthestKilometres;
  for (const town of towns) {
    const distance = kilometresBetween({ latitude, longitude }, town);
    if (distance < least) {
      least = distance;
      nearest = town;
    }
  }
  return nearest;
}
