import { setImmediate as nextTurn } from 'node:timers/promises';
import { AreaBuilder } from './areas/area-builder.ts';
import { type DeclaredReference, Georeference, type Placement, ReadAgain } from './projection/georeference.ts';
import type { CoverageSource, ReadingChoices } from './source.ts';
import type { SourceFeature } from './source-feature.ts';

/** One reading of the features of a source: what gathered them, and the reference system of their positions. */
export interface Reading<Survey> {
  readonly survey: Survey;
  readonly placement: Placement;
}

/** How long the event loop may wait for its next turn. */
const longestTurnMs = 50;

/** Gathers the features of one reading. */
export interface FeatureSurvey {
  add(feature: SourceFeature): void;
}

/**
 * Reads a source from its first feature to its last. If the file declares its reference system only after positions
 * were read in another one, it is read a second time, into a new survey.
 *
 * @param onFeatures called now and then with how many features have been read
 * @throws Refusal for a damaged file
 */
export async function readThrough<Survey extends FeatureSurvey>(
  source: CoverageSource,
  choices: ReadingChoices,
  makeSurvey: () => Survey,
  onFeatures?: (features: number) => void,
): Promise<Reading<Survey>> {
  try {
    return await readIn(source, georeferenceOf(choices), makeSurvey(), onFeatures);
  } catch (fault) {
    if (!(fault instanceof ReadAgain)) throw fault;
    return await readIn(source, georeferenceOf(choices, fault.declared), makeSurvey(), onFeatures);
  }
}

/** @param known what an earlier reading found declared */
function georeferenceOf({ reference, isSwapped }: ReadingChoices, known?: DeclaredReference): Georeference {
  return new Georeference({ reference, isSwapped: isSwapped === true }, known);
}

async function readIn<Survey extends FeatureSurvey>(
  source: CoverageSource,
  georeference: Georeference,
  survey: Survey,
  onFeatures: ((features: number) => void) | undefined,
): Promise<Reading<Survey>> {
  let count = 0;
  let turnedAt = performance.now();
  for await (const features of source.features(new AreaBuilder(georeference))) {
    for (const feature of features) survey.add(feature);
    count += features.length;
    onFeatures?.(count);
    // a source that does not wait for a file would keep timers from running, such as the one that notices a cancellation
    if (performance.now() - turnedAt < longestTurnMs) continue;
    await nextTurn();
    turnedAt = performance.now();
  }
  return { survey, placement: georeference.placement };
}
