import { listTechnologies } from '#db/broadband/technologies.ts';
import { layersOf } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import { type AreaSet, listAreaSets } from '#db/statistics/area-sets.ts';
import { type AreaMeasurement, figuresOf, measuredByDay, presentMeasurement } from '#db/statistics/figures.ts';
import { settings } from '#lib/env.ts';
import type { AreaFigures } from '#lib/statistics/area-figures.ts';
import type { FiguresFile } from '#lib/statistics/figures-file.ts';
import { dayOf, type EpochMs } from '#lib/time/auckland.ts';

/** A set of areas with the figures of one version, and what was measured before. */
export interface MeasuredSet {
  readonly set: AreaSet;
  /** The measurements by when their versions came into force, the oldest first. */
  readonly series: readonly { readonly at: EpochMs; readonly id: number }[];
  readonly measurement: AreaMeasurement;
  readonly figures: readonly AreaFigures[];
}

/** The sets that have figures, by name. */
export function measuredSets(): AreaSet[] {
  const { reader } = connections();
  return listAreaSets(reader).filter(({ id }) => presentMeasurement(reader, id) !== undefined);
}

/** The present figures of a set; undefined where there are none. */
export function measuredSet(set: AreaSet): MeasuredSet | undefined {
  const { reader } = connections();
  const measurement = presentMeasurement(reader, set.id);
  if (measurement === undefined) return undefined;
  return { set, series: measuredByDay(reader, set.id), measurement, figures: figuresOf(reader, measurement.id) };
}

/** What files of these figures say of themselves. */
export function fileOf({ set, measurement }: MeasuredSet): FiguresFile {
  const { versionId, publishedAt } = measurement;
  return {
    areas: set.name,
    version: versionId,
    publishedOn: dayOf(publishedAt),
    areasOf: set.attribution,
    coverageOf: providersOf(versionId),
    source: `${settings().baseUrl}/statistics/${set.slug}`,
    technologies: technologyNames(),
  };
}

/** The names of technologies by their ids, as text, in order. */
export function technologyNames(): ReadonlyMap<string, string> {
  return new Map(listTechnologies(connections().reader).map(({ id, name }) => [String(id), name]));
}

/** The figures of the set with this slug; undefined where there are none. */
export function measuredSetAt(slug: string): MeasuredSet | undefined {
  const set = measuredSets().find((known) => known.slug === slug);
  return set && measuredSet(set);
}

/** The technologies that figures are of, in the order of answers. */
export function technologyIdsOf(figures: readonly AreaFigures[]): number[] {
  const measured = new Set(figures.flatMap(({ reached }) => Object.keys(reached)));
  return [...technologyNames().keys()].filter((id) => measured.has(id)).map(Number);
}

/** The providers whose coverage a version has; none once the version is removed. */
export function providersOf(versionId: number): string[] {
  return [...new Set(layersOf(connections().reader.db, versionId).map(({ provider }) => provider))];
}
