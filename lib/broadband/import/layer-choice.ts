import { Refusal } from '#lib/refusal.ts';
import type { SourceLayer } from './source.ts';

/** How a format’s file and its layers are called, as in `The zip archive` and `Shapefile`. */
export interface LayerWords {
  readonly file: string;
  readonly layer: string;
}

/** A file has several layers, and nobody said which is meant. */
export class SeveralLayers extends Refusal {
  override name = 'SeveralLayers';
  readonly layers: readonly SourceLayer[];

  constructor(words: LayerWords, layers: readonly SourceLayer[]) {
    super(
      `${words.file} has ${layers.length} ${words.layer}s: ${listed(layers)}. Say with --layer which of them is meant.`,
    );
    this.layers = layers.map(({ name, features }) => ({ name, features }));
  }
}

/**
 * The layer that is meant: the one of that name, or the only one.
 *
 * @throws SeveralLayers when that leaves it open; Refusal when there is none of that name
 */
export function requireLayer<Layer extends SourceLayer>(
  words: LayerWords,
  layers: readonly Layer[],
  wanted?: string,
): Layer {
  const found = wanted === undefined ? layers : layers.filter(({ name }) => name === wanted);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (wanted === undefined) throw new SeveralLayers(words, layers);
  throw new Refusal(`${words.file} has no one ${words.layer} ${JSON.stringify(wanted)}, but ${listed(layers)}.`);
}

function listed(layers: readonly SourceLayer[]): string {
  const names = layers.slice(0, 20).map(({ name, features }) => {
    if (features === undefined) return JSON.stringify(name);
    const count = features === 1 ? '1 feature' : `${features.toLocaleString('en-NZ')} features`;
    return `${JSON.stringify(name)} (${count})`;
  });
  return `${names.join(', ')}${layers.length > 20 ? ', …' : ''}`;
}
