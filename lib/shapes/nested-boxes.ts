import Flatbush from 'flatbush';
import { emptyBox, extend } from '#lib/tiles/pieces/ring.ts';

/** Whether a ring may be inside another one: whether the box of one is inside the box of another. */
export function mayNest(rings: readonly Int32Array[]): boolean {
  if (rings.length < 2) return false;
  const boxes = rings.map((ring) => extend(emptyBox(), ring));
  const index = new Flatbush(boxes.length);
  for (const { minX, minY, maxX, maxY } of boxes) index.add(minX, minY, maxX, maxY);
  index.finish();
  return boxes.some(
    (inner, place) =>
      index.search(inner.minX, inner.minY, inner.maxX, inner.maxY, (found) => {
        const outer = boxes[found] ?? inner;
        const isAround = outer.minX <= inner.minX && outer.minY <= inner.minY;
        return found !== place && isAround && outer.maxX >= inner.maxX && outer.maxY >= inner.maxY;
      }).length > 0,
  );
}
