import type { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import type { CoverageSource, SourceLayer } from '#lib/broadband/import/source.ts';
import { unpackedText } from '#lib/broadband/import/source-bytes.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import type { Archive } from '#lib/broadband/import/zip/archive.ts';
import { GeoJsonReader } from './reader.ts';

/** A GeoJSON file, plain, packed with gzip, or in a zip archive. */
export class GeoJsonSource implements CoverageSource {
  readonly format = 'GeoJSON';
  readonly layers: readonly SourceLayer[] = [];
  readonly notes = [];
  /** The collection's `name` member. */
  layerName: string | undefined;
  readonly #file: SourceFile;
  readonly #archive: Archive | undefined;

  constructor(file: SourceFile, archive?: Archive) {
    this.#file = file;
    this.#archive = archive;
  }

  async *features(area: AreaBuilder): AsyncGenerator<readonly SourceFeature[]> {
    const reader = new GeoJsonReader(area);
    for await (const chunk of unpackedText(this.#file)) yield reader.write(chunk);
    reader.end();
    this.layerName = reader.layerName;
  }

  close(): void {
    this.#archive?.close();
  }
}
