import { totalOf } from '#lib/broadband/measure/area-figures.ts';
import type { ComparedArea } from '#lib/broadband/measure/comparison.ts';
import { counted } from '#lib/counted.ts';

interface VersionChange {
  /** Undefined until they are measured. */
  readonly areas: readonly ComparedArea[] | undefined;
  readonly newLayers: number;
  readonly removedLayers: number;
}

/** The areas that change, or whose offers do; square kilometres that would read 0 count as nothing. */
export function isChanged({ gained, lost, altered }: ComparedArea): boolean {
  return gained > 0 || lost > 0 || altered > 0;
}

/** What a version changes, in one sentence: `Fibre +2,262 km², nothing lost; 1 new layer.` */
export function versionSummary({ areas, newLayers, removedLayers }: VersionChange): string {
  const layers = [
    ...(newLayers > 0 ? [counted(newLayers, 'new layer')] : []),
    ...(removedLayers > 0 ? [counted(removedLayers, 'layer removed', 'layers removed')] : []),
  ].join(', ');
  if (areas === undefined) return sentence('What it changes is being measured', layers);
  const technologies = areas.filter((area) => area.provider === null && isChanged(area));
  if (technologies.length === 0) return sentence('No area changes', layers);
  const changes = technologies.map(({ technology, gained, lost, altered, before, after }) => {
    const parts = [
      ...(gained > 0 ? [`+${rounded(gained)} km²`] : []),
      ...(lost > 0 ? [`−${rounded(lost)} km²`] : []),
      ...(gained === 0 && lost === 0 ? [`other offers on ${rounded(altered)} km²`] : []),
    ].join(', ');
    if (totalOf(before) === 0) return `${technology} ${parts}, all new`;
    return totalOf(after) === 0 ? `${technology} ${parts}, all of it` : `${technology} ${parts}`;
  });
  const isNothingLost = technologies.every(({ lost }) => lost === 0);
  return sentence(`${changes.join('; ')}${isNothingLost ? ', nothing lost' : ''}`, layers);
}

function sentence(changes: string, layers: string): string {
  return `${[changes, layers].filter((part) => part !== '').join('; ')}.`;
}

/** Whole square kilometres, or two decimals for less than ten. */
function rounded(area: number): string {
  if (area < 0.005) return 'under 0.01';
  return area.toLocaleString('en-NZ', area < 10 ? { maximumFractionDigits: 2 } : { maximumFractionDigits: 0 });
}
