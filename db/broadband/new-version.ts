import {
  coverageLayer,
  coverageReport,
  coverageVersion,
  coverageVersionLayer,
  provider,
} from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import type { ImportProvider } from '#lib/broadband/import/offers/parse-offer.ts';
import type { StoredIndex } from './cells.ts';
import type { NewLayer } from './layer-content.ts';
import { getProviderByName } from './providers.ts';
import { sealVersion } from './seals.ts';
import { getTechnologyByName } from './technologies.ts';
import type { CoverageVersion } from './versions.ts';

/** Where a version comes from. */
export interface VersionSource {
  /** Who made it. */
  readonly madeBy: string;
  /** The provider whose person delivered it; none for versions of staff. */
  readonly providerId?: number | undefined;
  /** Name, SHA-256 in hexadecimal and size of the file it was imported from. */
  readonly file?: { readonly source: string; readonly sha256: string; readonly bytes: number };
  /** What the import found, and how it read the file. */
  readonly survey?: Omit<typeof coverageReport.$inferSelect, 'versionId'>;
}

export interface NewVersion extends VersionSource {
  /** The version it is made on, and must be published after. */
  readonly baseId: number | undefined;
  readonly keptLayerIds: readonly number[];
  readonly newLayers: readonly NewLayer[];
  readonly note: string;
}

/** Stores a version as being made. @returns its id, and the ids of the new layers in their order */
export function insertVersion(
  db: Db,
  { baseId, keptLayerIds, newLayers, note, madeBy, providerId, file, survey }: NewVersion,
  nowMs: number,
): { id: number; layerIds: number[] } {
  const times = { createdAt: nowMs, heartbeatAt: nowMs };
  const { id } = db
    .insert(coverageVersion)
    .values({ baseId: baseId ?? null, state: 'building', note, madeBy, providerId, ...times, ...file })
    .returning({ id: coverageVersion.id })
    .get();
  if (survey !== undefined)
    db.insert(coverageReport)
      .values({ versionId: id, ...survey })
      .run();
  const layerIds = newLayers.map((layer) => insertLayer(db, layer, id, nowMs));
  for (const layerId of [...keptLayerIds, ...layerIds]) {
    db.insert(coverageVersionLayer).values({ versionId: id, layerId }).run();
  }
  return { id, layerIds };
}

function insertLayer(db: Db, layer: NewLayer, versionId: number, nowMs: number): number {
  const { delivery, source, sha256, bytes, asOf, vertices, parts } = layer;
  const technologyId = getTechnologyByName(db, layer.technology)?.id;
  if (technologyId === undefined) throw new Error(`There is no technology ${layer.technology}.`);
  const known = getProviderByName(db, layer.provider.name);
  const providerId = known?.id ?? insertPending(db, layer.provider, versionId, nowMs);
  const file = { source, sha256, bytes, asOf };
  return db
    .insert(coverageLayer)
    .values({ technologyId, providerId, delivery, ...file, vertices, parts, createdAt: nowMs })
    .returning({ id: coverageLayer.id })
    .get().id;
}

/** Adds a provider that becomes known once the version that brings it is ready. */
function insertPending(db: Db, provided: ImportProvider, versionId: number, nowMs: number): number {
  const { name, url, wholesaleNetwork } = provided;
  return db
    .insert(provider)
    .values({ name, foldedName: foldName(name), url, wholesaleNetwork, createdAt: nowMs, pendingVersionId: versionId })
    .returning({ id: provider.id })
    .get().id;
}

/** Records that a version is still worked on. */
export function recordHeartbeat(db: Db, versionId: number, heartbeatAt: number): void {
  db.update(coverageVersion).set({ heartbeatAt }).where(eq(coverageVersion.id, versionId)).run();
}

/** Marks a version as complete, and the providers it brings as known. */
export function markReady(db: Db, versionId: number): void {
  db.update(coverageVersion).set({ state: 'ready' }).where(eq(coverageVersion.id, versionId)).run();
  db.update(provider).set({ pendingVersionId: null }).where(eq(provider.pendingVersionId, versionId)).run();
}

/** Records that the cell index of a version is complete, and what it is checked against from now on. */
export function markIndexed(db: Db, versionId: number, { bytes, directory }: StoredIndex): void {
  db.update(coverageVersion).set({ indexBytes: bytes }).where(eq(coverageVersion.id, versionId)).run();
  sealVersion(db, versionId, directory);
}

/** Where a stored version comes from. */
export function sourceOf(db: Db, { id, madeBy, providerId, source, sha256, bytes }: CoverageVersion): VersionSource {
  const { report, problems, reading } = coverageReport;
  const survey = db
    .select({ report, problems, reading })
    .from(coverageReport)
    .where(eq(coverageReport.versionId, id))
    .get();
  return {
    madeBy,
    providerId: providerId ?? undefined,
    ...(source === null || sha256 === null || bytes === null ? {} : { file: { source, sha256, bytes } }),
    ...(survey === undefined ? {} : { survey }),
  };
}
