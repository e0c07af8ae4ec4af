import { deliverableTechnologies } from '#db/broadband/own/settings.ts';
import { requireProvider } from '#db/broadband/providers.ts';
import type { Db } from '#db/client.ts';
import type { ImportMode, LayerName } from '#lib/broadband/import/layer-plan.ts';
import { Refusal } from '#lib/refusal.ts';

/**
 * Checks the layers of a file that a provider's person delivers, whatever the form about it said.
 *
 * @throws Refusal unless all layers are theirs, of technologies that they may deliver, and none of others goes
 */
export function requireOwnLayers(db: Db, own: number, layers: readonly LayerName[], mode: ImportMode): void {
  const { name: provider, retiredAt } = requireProvider(db, own);
  if (retiredAt !== null) throw new Refusal({ code: 'provider-retired', name: provider });
  const others = [...new Set(layers.map((layer) => layer.provider))].filter((name) => name !== provider);
  if (others.length > 0 || mode === 'replace all') throw new Refusal({ code: 'delivery-of-others', provider, others });
  const technologies = deliverableTechnologies(db, own);
  const refused = [...new Set(layers.map(({ technology }) => technology))].filter(
    (name) => !technologies.includes(name),
  );
  if (refused.length > 0) throw new Refusal({ code: 'technology-not-delivered', provider, technologies: refused });
}
