import { type Fault, listedFaults, Refusal, wordedFault } from '#lib/refusal.ts';

/** What tells a layer from others: one delivery of one provider for one technology. */
export interface LayerName {
  readonly technology: string;
  readonly provider: string;
  readonly delivery: string;
}

/** What becomes of the layers that stand: `join` only where a technology and provider have none yet. */
export const importModes = ['join', 'add', 'replace', 'replace all'] as const;
export type ImportMode = (typeof importModes)[number];

/**
 * Which of the standing layers stay beside the incoming ones.
 *
 * @throws Refusal when a technology and provider have a layer already and `mode` does not say what becomes of it, or
 * leaves open which of several is meant
 */
export function layersThatStay<Standing extends LayerName>(
  standing: readonly Standing[],
  incoming: readonly LayerName[],
  mode: ImportMode,
): Standing[] {
  if (mode === 'replace all') return [];
  const replaced = new Set<Standing>();
  const faults: Fault[] = [];
  for (const layer of incoming) {
    const rivals = standing.filter(
      ({ technology, provider }) => technology === layer.technology && provider === layer.provider,
    );
    const namesake = rivals.find(({ delivery }) => delivery === layer.delivery);
    const deliveries = rivals.map(({ delivery }) => JSON.stringify(delivery)).join(', ');
    const refuse = (message: string) => faults.push(wordedFault(`${layer.technology} of ${layer.provider}`, message));
    if (rivals.length === 0) continue;
    if (mode === 'join') {
      refuse(
        `there is a layer already (delivery ${deliveries}): choose --replace to replace it, or --add to keep both`,
      );
    } else if (mode === 'add') {
      if (namesake !== undefined) {
        refuse(
          `there is a delivery named ${JSON.stringify(layer.delivery)} already: choose --replace to replace it, or name this one otherwise with --delivery`,
        );
      }
    } else {
      const [only] = rivals;
      const meant = namesake ?? (rivals.length === 1 ? only : undefined);
      if (meant !== undefined) replaced.add(meant);
      else {
        refuse(
          `there are several deliveries, and none is named ${JSON.stringify(layer.delivery)}: say with --delivery which one to replace (${deliveries})`,
        );
      }
    }
  }
  if (faults.length > 0) {
    const message = 'The file’s layers cannot be told from those that stand; nothing was imported.';
    throw new Refusal(message, faults.slice(0, listedFaults), faults.length);
  }
  return standing.filter((layer) => !replaced.has(layer));
}
