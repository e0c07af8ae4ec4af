/** WGS 84, in metres. GRS 80, which NZGD2000 uses, differs by 0.1 mm. */
const equatorialRadius = 6_378_137;
const flattening = 1 / 298.257223563;
const polarRadius = equatorialRadius * (1 - flattening);
const eccentricity = Math.sqrt(flattening * (2 - flattening));

const radiansPerUnit = Math.PI / 180 / 10_000_000;

/**
 * The area between two parallels and two meridians on the ellipsoid, in square metres, to the precision of float64.
 *
 * @param width the difference of longitude, and `south` and `north` the latitudes, in units of 1e-7 degree
 */
export function rectangleArea(width: number, south: number, north: number): number {
  const zone = areaFunction(north * radiansPerUnit) - areaFunction(south * radiansPerUnit);
  return ((polarRadius * polarRadius) / 2) * width * radiansPerUnit * zone;
}

/** The area in square metres of 1e-7 degree by 1e-7 degree at a latitude in units. */
export function unitArea(y: number): number {
  const sine = eccentricity * Math.sin(y * radiansPerUnit);
  const shrink = 1 - sine * sine;
  return (polarRadius * polarRadius * Math.cos(y * radiansPerUnit) * radiansPerUnit * radiansPerUnit) / shrink ** 2;
}

/** Twice the area from the equator to a latitude in radians, over polar radius squared, for each radian of longitude. */
function areaFunction(latitude: number): number {
  const sine = Math.sin(latitude);
  const bent = eccentricity * sine;
  return sine / (1 - bent * bent) + Math.atanh(bent) / eccentricity;
}
