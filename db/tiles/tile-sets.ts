import {
  coverageLayer,
  coveragePublication,
  coverageVersion,
  coverageVersionLayer,
  provider,
  technology,
} from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, desc, eq, isNull, notExists, sql } from '#db/drizzle.ts';
import { DRAWING_FORM } from '#lib/tiles/pieces/layer-pieces.ts';
import { type TileSet, tileSetsOf } from '#lib/tiles/tile-set.ts';
import { coverageDrawing } from './schema.ts';

/** The version published last of which every layer is drawn; undefined before the first. */
export function lastDrawnVersion(db: Db): number | undefined {
  const undrawn = db
    .select()
    .from(coverageVersionLayer)
    .leftJoin(
      coverageDrawing,
      and(eq(coverageDrawing.layerId, coverageVersionLayer.layerId), eq(coverageDrawing.form, DRAWING_FORM)),
    )
    .where(and(eq(coverageVersionLayer.versionId, coverageVersion.id), isNull(coverageDrawing.layerId)));
  return db
    .select({ id: coverageVersion.id })
    .from(coveragePublication)
    .innerJoin(coverageVersion, eq(coverageVersion.id, coveragePublication.versionId))
    .where(notExists(undrawn))
    .orderBy(desc(coveragePublication.id))
    .limit(1)
    .get()?.id;
}

/** The tiles of every technology in a version, by `set_id`; empty ones for version 0, which does not exist. */
export function readTileSets({ db }: Connection, versionId: number): Map<number, TileSet> {
  const technologies = db
    .select({
      setId: technology.setId,
      name: technology.name,
      colour: technology.colour,
      nominalMaxMbps: technology.nominalMaxMbps,
      isInUse: sql`${technology.retiredAt} IS NULL`.mapWith(Boolean),
    })
    .from(technology)
    .orderBy(asc(technology.position))
    .all();
  const layers = db
    .select({
      setId: technology.setId,
      id: coverageLayer.id,
      provider: provider.name,
      sha256: coverageLayer.sha256,
      createdAt: coverageLayer.createdAt,
      asOf: coverageLayer.asOf,
      parts: coverageLayer.parts,
      vertices: coverageLayer.vertices,
      form: coverageDrawing.form,
      minX: coverageDrawing.minX,
      minY: coverageDrawing.minY,
      maxX: coverageDrawing.maxX,
      maxY: coverageDrawing.maxY,
    })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(technology, eq(technology.id, coverageLayer.technologyId))
    .innerJoin(provider, eq(provider.id, coverageLayer.providerId))
    .leftJoin(coverageDrawing, eq(coverageDrawing.layerId, coverageLayer.id))
    .where(eq(coverageVersionLayer.versionId, versionId))
    .orderBy(asc(coverageLayer.id))
    .all();
  return tileSetsOf(versionId, technologies, layers);
}
