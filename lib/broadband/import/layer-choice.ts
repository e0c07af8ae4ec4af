import { Refusal } from '#lib/refusal.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import type { SourceLayer } from './source.ts';

/**
 * The chosen layer, or the only one.
 *
 * @throws Refusal `layers-to-choose` with all layers if none was chosen, `layer-not-found` for an unknown name
 */
export function requireLayer<Layer extends SourceLayer>(
  format: 'Shapefile' | 'GeoPackage',
  layers: readonly Layer[],
  chosen?: string,
): Layer {
  const found = chosen === undefined ? layers : layers.filter(({ name }) => name === chosen);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const plain = layers.map(({ name, features }) => ({ name, features }));
  if (chosen === undefined) throw new Refusal({ code: 'layers-to-choose', format, layers: plain });
  throw new Refusal({ code: 'layer-not-found', format, layer: chosen, layers: forListing(plain) });
}
