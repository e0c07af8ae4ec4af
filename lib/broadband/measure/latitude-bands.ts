import { ROOT } from '#lib/broadband/coverage/cell.ts';
import { unitArea } from '#lib/broadband/rectangle.ts';

/** Bands of latitude are 2¹⁹ units (0.05°) high; cells up to that size lie in one. */
const bandHeight = 2 ** 19;

/** For each band, c0 to c3. */
const coefficients = new Float64Array((ROOT.side / bandHeight) * 4);
for (let band = 0; band < ROOT.side / bandHeight; band++) interpolate(band);

/** The next border of a band north of a latitude in units. */
export function nextBorder(y: number): number {
  return ROOT.y + (Math.floor((y - ROOT.y) / bandHeight) + 1) * bandHeight;
}

/**
 * Integrates over latitude on the ellipsoid. In a band, the area of a square unit is c0 + c1·t + c2·t² + c3·t³ at t units
 * north of its middle, through four of its points: the relative error is below 1e-15.
 */
export class LatitudeBands {
  #origin = 0;
  #band = -1;
  #middle = 0;
  #c0 = 0;
  #c1 = 0;
  #c2 = 0;
  #c3 = 0;
  /** The area between two parallels for each unit of longitude: ∫ a dy, in m². */
  zone = 0;
  /** ∫ a · (y − the middle of the two parallels) dy, for sides that are not meridians. */
  moment = 0;

  /** Latitudes are given in units north of `origin`. */
  begin(origin: number): void {
    this.#origin = origin;
    this.#band = -1;
  }

  /** Sets `zone` and `moment` for two parallels in the same band. */
  integrate(south: number, north: number): void {
    const centre = (south + north) / 2;
    const band = Math.floor((centre + this.#origin - ROOT.y) / bandHeight);
    if (band !== this.#band) this.#select(band);
    const t = centre - this.#middle;
    const half = (north - south) / 2;
    const square = half * half;
    const area = this.#c0 + t * (this.#c1 + t * (this.#c2 + t * this.#c3));
    const rise = this.#c1 + t * (2 * this.#c2 + 3 * t * this.#c3);
    this.zone = 2 * half * (area + ((this.#c2 + 3 * t * this.#c3) * square) / 3);
    this.moment = ((2 * half * square) / 3) * (rise + 0.6 * this.#c3 * square);
  }

  #select(band: number): void {
    this.#band = band;
    this.#middle = ROOT.y + (band + 0.5) * bandHeight - this.#origin;
    this.#c0 = coefficients[band * 4] as number;
    this.#c1 = coefficients[band * 4 + 1] as number;
    this.#c2 = coefficients[band * 4 + 2] as number;
    this.#c3 = coefficients[band * 4 + 3] as number;
  }
}

/** Interpolates at the Chebyshev nodes ±near and ±far: even powers from sums, odd powers from differences. */
function interpolate(band: number): void {
  const middle = ROOT.y + (band + 0.5) * bandHeight;
  const far = (bandHeight / 2) * Math.cos(Math.PI / 8);
  const near = (bandHeight / 2) * Math.cos((3 * Math.PI) / 8);
  const even = (t: number) => (unitArea(middle + t) + unitArea(middle - t)) / 2;
  const odd = (t: number) => (unitArea(middle + t) - unitArea(middle - t)) / (2 * t);
  const c2 = (even(far) - even(near)) / (far * far - near * near);
  const c3 = (odd(far) - odd(near)) / (far * far - near * near);
  coefficients.set([even(near) - c2 * near * near, odd(near) - c3 * near * near, c2, c3], band * 4);
}
