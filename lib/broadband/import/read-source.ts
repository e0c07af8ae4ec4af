import { AreaBuilder } from './areas/area-builder.ts';
import { type DeclaredReference, Georeference, type Placement, ReadAgain } from './projection/georeference.ts';
import type { CoverageSource, ReadingChoices } from './source.ts';
import type { SourceFeature } from './source-feature.ts';

/** One reading of a source's features, and by which reference system its positions were read. */
export interface Reading<Taker> {
  readonly taker: Taker;
  readonly placement: Placement;
}

/** Takes the features of one reading. */
export interface FeatureTaker {
  add(feature: SourceFeature): void;
}

/**
 * Reads a source from its first feature to its last. Where the file says only after its positions by which reference
 * system they are, it is read a second time, into a new taker.
 *
 * @param makeTaker makes what takes the features; called anew for a second reading
 * @param onFeatures told now and then how many features have been read
 * @throws Refusal where the file is not what it claims
 */
export async function readThrough<Taker extends FeatureTaker>(
  source: CoverageSource,
  choices: ReadingChoices,
  makeTaker: () => Taker,
  onFeatures?: (features: number) => void,
): Promise<Reading<Taker>> {
  try {
    return await readBy(source, georeferenceOf(choices), makeTaker(), onFeatures);
  } catch (fault) {
    if (!(fault instanceof ReadAgain)) throw fault;
    return await readBy(source, georeferenceOf(choices, fault.declared), makeTaker(), onFeatures);
  }
}

/** The reference system to begin a reading with. @param known what an earlier reading found declared */
function georeferenceOf({ reference, isSwapped }: ReadingChoices, known?: DeclaredReference): Georeference {
  return new Georeference({ reference, isSwapped: isSwapped === true }, known);
}

async function readBy<Taker extends FeatureTaker>(
  source: CoverageSource,
  georeference: Georeference,
  taker: Taker,
  onFeatures: ((features: number) => void) | undefined,
): Promise<Reading<Taker>> {
  let count = 0;
  for await (const features of source.features(new AreaBuilder(georeference))) {
    for (const feature of features) taker.add(feature);
    count += features.length;
    onFeatures?.(count);
  }
  return { taker, placement: georeference.placement };
}

/** The features once more, by the reference system that the first reading found. */
export function readAgain(
  source: CoverageSource,
  { placement }: Reading<unknown>,
): AsyncIterable<readonly SourceFeature[]> {
  const { reference, isSwapped } = placement;
  return source.features(new AreaBuilder(new Georeference({ reference, isSwapped })));
}
