/** How long a piece of work may take, in milliseconds, before others have their turn (B11). */
export const pieceMs = 2;

/**
 * Does work for each place from 0 to `count`, in pieces.
 *
 * @param nextPiece resolves when the next piece may be done
 * @param endPiece called after each
 */
export async function inPieces(
  count: number,
  nextPiece: () => Promise<void>,
  doPlace: (place: number) => void,
  endPiece: () => void = () => undefined,
): Promise<void> {
  for (let place = 0; place < count; endPiece()) {
    await nextPiece();
    const until = performance.now() + pieceMs;
    do doPlace(place++);
    while (place < count && performance.now() < until);
  }
}
