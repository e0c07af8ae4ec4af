import type { CoverageRaster } from './coverage-raster.ts';
import { encodeOpaquePng, parseColour } from './png.ts';

/** Pixels that are painted over one another. */
export class Picture {
  readonly #width: number;
  readonly #height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number, ground: string) {
    this.#width = width;
    this.#height = height;
    this.#pixels = new Uint8Array(3 * width * height);
    const colour = parseColour(ground);
    for (let at = 0; at < this.#pixels.length; at += 3) this.#pixels.set(colour, at);
  }

  png(): Uint8Array {
    return encodeOpaquePng(this.#width, this.#height, this.#pixels);
  }

  /** Paints what a raster covers, its upper left corner at `left` and `top`. */
  paint(raster: CoverageRaster, colour: string, left = 0, top = 0): void {
    if (!raster.isEmpty) this.#paintSquare(raster.take(), raster.side, 1, colour, left, top);
  }

  /** Paints a square of opacities, 0 to 255. */
  paintOpacities(
    { opacities, side }: { readonly opacities: Uint8Array; readonly side: number },
    colour: string,
    left: number,
    top: number,
  ): void {
    this.#paintSquare(opacities, side, 255, colour, left, top);
  }

  #paintSquare(
    shares: Float32Array | Uint8Array,
    side: number,
    whole: number,
    colour: string,
    left: number,
    top: number,
  ): void {
    const rgb = parseColour(colour);
    const lastX = Math.min(side, this.#width - left);
    const lastY = Math.min(side, this.#height - top);
    for (let y = Math.max(0, -top); y < lastY; y++) {
      for (let x = Math.max(0, -left); x < lastX; x++) {
        const share = (shares[y * side + x] as number) / whole;
        if (share !== 0) this.#blend((y + top) * this.#width + x + left, rgb, share);
      }
    }
  }

  #blend(at: number, [red, green, blue]: readonly [number, number, number], share: number): void {
    const pixels = this.#pixels;
    const first = 3 * at;
    pixels[first] = mix(pixels[first] as number, red, share);
    pixels[first + 1] = mix(pixels[first + 1] as number, green, share);
    pixels[first + 2] = mix(pixels[first + 2] as number, blue, share);
  }
}

const mix = (below: number, above: number, share: number) => Math.round(below + (above - below) * share);
