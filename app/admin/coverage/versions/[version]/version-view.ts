import { jobView } from '#app/admin/jobs/job-list.tsx';
import type { MapContent, MapTechnology } from '#components/admin/changes-map/map-content.ts';
import { canMeasure, getComparison } from '#db/broadband/comparisons.ts';
import { requireVersionDetails, type VersionDetails } from '#db/broadband/version-details.ts';
import { getVersion } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import { getUnfinishedJob } from '#db/jobs/jobs.ts';
import { undrawnLayers } from '#db/tiles/drawings.ts';
import { now } from '#lib/clock.ts';
import { drawnSquares, isOnMap, pointOfUnits } from '#lib/map/layers/changed-places.ts';
import { Refusal } from '#lib/refusal.ts';
import { type FiguresWords, figuresWords } from '#lib/words/coverage/figures.ts';
import { type VersionPictures, versionPictures } from '#server/tiles/tile-sets.ts';
import { problemWords } from './ImportReport.tsx';

/** Undefined for a version that does not exist or is still being made: there is nothing to show. */
export function getDetails(versionId: number): VersionDetails | undefined {
  try {
    return requireVersionDetails(connections().reader, versionId, now());
  } catch (fault) {
    if (fault instanceof Refusal) return undefined;
    throw fault;
  }
}

/** How far the figures and the map of a version are, as its page shows it, updated every second. */
export interface FiguresView extends FiguresWords {
  /** Whether they will change by themselves. */
  readonly isUnderway: boolean;
}

/** Undefined for a version that does not exist or is still being made. */
export function getFiguresView(versionId: number): FiguresView | undefined {
  const { reader } = connections();
  const { db } = reader;
  if (getVersion(db, versionId)?.state !== 'ready') return undefined;
  const job = getUnfinishedJob(reader, 'coverage figures', { versionId });
  const words = figuresWords({
    isMeasured: getComparison(db, versionId) !== undefined,
    isDrawn: undrawnLayers(db, versionId).length === 0,
    canMeasure: canMeasure(db, versionId),
    job: job && jobView(job),
  });
  return { ...words, isUnderway: job !== undefined && (words.figures !== '' || words.map !== '') };
}

const noSquares = { gained: [], lost: [], altered: [] };

/** What the map of a version shows. */
export function versionMap({ version, comparison, problems }: VersionDetails): MapContent {
  const baseId = comparison?.baseId ?? version.baseId;
  const before = baseId === null ? [] : versionPictures(baseId);
  const after = versionPictures(version.id) ?? [];
  const squares = drawnSquares(comparison?.changedCells ?? []);
  const names = new Set([...squares.keys(), ...[...after, ...(before ?? [])].map(({ technology }) => technology)]);
  const technologies = [...names].map((name): MapTechnology => {
    const [then, now] = [before, after].map((all) => all?.find(({ technology }) => technology === name));
    return {
      name,
      before: drawnPictures(then),
      after: drawnPictures(now),
      swatches: (now ?? then)?.swatches,
      squares: squares.get(name) ?? noSquares,
    };
  });
  return {
    // those that changed come first
    technologies: technologies.sort((a, b) => Number(squares.has(b.name)) - Number(squares.has(a.name))),
    samples: (comparison?.changedAnswers ?? []).map(({ technology, kind, ...point }, place) => ({
      number: place + 1,
      technology,
      kind,
      ...pointOfUnits(point),
    })),
    problems: problems.map((problem) => ({ words: problemWords(problem), ...pointOfUnits(problem) })).filter(isOnMap),
    missing: missingWords(baseId, before, after),
  };
}

/** The address of pictures that can be made. */
function drawnPictures(found: VersionPictures | undefined): string | undefined {
  return found?.isDrawn === true ? found.pictures : undefined;
}

function missingWords(
  baseId: number | null,
  before: readonly VersionPictures[] | undefined,
  after: readonly VersionPictures[],
): string | undefined {
  if (before === undefined) {
    return `This version was made on version ${baseId}, which no longer exists, so the map cannot show the coverage before.`;
  }
  if ([...before, ...after].every(({ isDrawn }) => isDrawn)) return undefined;
  return 'Some coverage is not drawn yet: the map shows it as soon as it is.';
}
