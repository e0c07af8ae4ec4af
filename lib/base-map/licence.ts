/** The licence of a street map's data; undefined if its attribution does not say that it is OpenStreetMap's. */
export function licenceOf(attribution: string): 'ODbL 1.0' | undefined {
  return /openstreetmap/i.test(attribution) ? 'ODbL 1.0' : undefined;
}
