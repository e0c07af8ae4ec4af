import { FaultList, type Reason } from '#lib/refusal.ts';

/** What identifies a layer of a version: one delivery of one provider for one technology. */
export interface LayerName {
  readonly technology: string;
  readonly provider: string;
  readonly delivery: string;
}

/** What happens to the published layers: `join` is only possible where the same technology and provider have none. */
export const importModes = ['join', 'add', 'replace', 'replace all'] as const;
export type ImportMode = (typeof importModes)[number];

/**
 * Which of the current layers are kept along with the incoming ones.
 *
 * @throws Refusal when a technology and provider already have a layer and `mode` does not say what happens to it, or
 * leaves open which of several is meant
 */
export function layersToKeep<Current extends LayerName>(
  current: readonly Current[],
  incoming: readonly LayerName[],
  mode: ImportMode,
): Current[] {
  if (mode === 'replace all') return [];
  const replaced = new Set<Current>();
  const faults = new FaultList();
  for (const layer of incoming) {
    const same = current.filter(
      ({ technology, provider }) => technology === layer.technology && provider === layer.provider,
    );
    if (same.length === 0) continue;
    const found = mode === 'replace' ? replacedBy(layer, same) : reasonAgainst(layer, same, mode);
    if (found === undefined) continue;
    if ('code' in found) faults.add({ name: `${layer.technology} of ${layer.provider}` }, found);
    else replaced.add(found);
  }
  faults.refuseIfAny({ code: 'layers-unclear' });
  return current.filter((layer) => !replaced.has(layer));
}

/** The layer that is replaced: the one of the same delivery, or the only one. */
function replacedBy<Current extends LayerName>({ delivery }: LayerName, same: readonly Current[]): Current | Reason {
  const [only, ...others] = same;
  const found = same.find((layer) => layer.delivery === delivery) ?? (others.length === 0 ? only : undefined);
  return found ?? { code: 'delivery-unclear', delivery, deliveries: deliveriesOf(same) };
}

/** Why a layer cannot be added to those of the same technology and provider. */
function reasonAgainst({ delivery }: LayerName, same: readonly LayerName[], mode: 'join' | 'add'): Reason | undefined {
  if (mode === 'join') return { code: 'layer-published', deliveries: deliveriesOf(same) };
  return same.some((layer) => layer.delivery === delivery) ? { code: 'delivery-published', delivery } : undefined;
}

function deliveriesOf(layers: readonly LayerName[]): string[] {
  return [...new Set(layers.map(({ delivery }) => delivery))];
}
