import { gunzipSync } from 'node:zlib';
import type { PmtilesHeader } from './pmtiles.ts';

/** Longer metadata are not read. */
export const mostMetadataBytes = 10_000_000;

/** The metadata of a street map; undefined if they cannot be read: such a file still has its tiles. */
export function parseMetadata(metadata: Buffer, compression: PmtilesHeader['compression']): unknown {
  try {
    const text = compression === 'gzip' ? gunzipSync(metadata, { maxOutputLength: mostMetadataBytes }) : metadata;
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** Whose map it is, as HTML; undefined if the metadata do not say. */
export function attributionIn(metadata: unknown): string | undefined {
  const { attribution } = (metadata ?? {}) as { readonly attribution?: unknown };
  return typeof attribution === 'string' && attribution.trim() !== '' ? attribution.trim() : undefined;
}

/** The instant whose OpenStreetMap the map shows, as Planetiler notes it; undefined if the metadata do not say. */
export function dataInstantIn(metadata: unknown): number | undefined {
  const { 'planetiler:osm:osmosisreplicationtime': written } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  const instant = typeof written === 'string' ? Date.parse(written) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}
