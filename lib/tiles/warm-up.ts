import { levelOf } from './grid.ts';
import { makeTile, type TileSource } from './make-tile.ts';
import { drawnAvailabilities } from './picture/texture.ts';
import { PieceWriter } from './pieces/piece-codec.ts';
import type { TileFormat } from './tile-address.ts';

const zoom = 12;
const formats: readonly TileFormat[] = ['mvt', 'png', 'png@2x'];
const rounds = 4;

/** A star with this many corners in the middle of each square, for each availability. */
function starSource(corners: number): TileSource {
  const { side } = levelOf(zoom);
  const star = Int32Array.from({ length: 2 * corners }, (_, at) => {
    const angle = (Math.floor(at / 2) / corners) * 2 * Math.PI;
    const reach = side * (Math.floor(at / 2) % 2 === 0 ? 0.45 : 0.3);
    return Math.round(side / 2 + reach * (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle)));
  });
  const writer = new PieceWriter(0, 0);
  for (const offer of drawnAvailabilities.keys()) writer.add(offer, star);
  const body = writer.take();
  return {
    *pieces(_, from) {
      yield { ...from, body };
    },
    requireOffer: (id) => ({ availability: drawnAvailabilities[id] ?? 'Planned', provider: '', maxMbps: 0 }),
  };
}

/** Makes some tiles so that the code is compiled before the first request. */
export function warmUp(): void {
  const source = starSource(2000);
  for (let round = 0; round < rounds; round++) {
    for (const format of formats)
      makeTile(source, { colour: '#000000', pattern: 'rising' }, { z: zoom, x: 0, y: 0, format });
  }
}
