import type { NextPiece } from '#lib/pieces.ts';
import { type DroplistEntry, type DroplistRow, makeDroplist } from '#lib/registry/release/droplist.ts';
import { type DroplistFormat, droplistBody } from '#lib/registry/release/droplist-text.ts';

/** For work in pieces that nobody waits beside. */
export const atOnce: NextPiece = async () => undefined;

export function droplistAt(rows: Iterable<DroplistRow>, nowMs: number) {
  return makeDroplist(rows, nowMs, atOnce);
}

/** The whole list in a format. */
export async function droplistText(entries: readonly DroplistEntry[], format: DroplistFormat): Promise<string> {
  const { body } = await droplistBody(entries, format, () => true, atOnce);
  return Buffer.from(body).toString();
}
