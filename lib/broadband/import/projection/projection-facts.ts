import type { ReferenceUse } from '#lib/words/coverage/reference.ts';
import type { Placement } from './georeference.ts';

/** The reference system in which a file was read, as plain data. */
export interface ProjectionFacts extends ReferenceUse {
  readonly name: string;
  /** How far its positions may be from where WGS 84 has them. */
  readonly accuracyMetres: number;
}

export function projectionFacts({ reference, isSwapped, declaredBy, isAsked }: Placement): ProjectionFacts {
  const { code, name, accuracyMetres } = reference;
  return { code, name, accuracyMetres, swapped: isSwapped, asked: isAsked, declaredBy: declaredBy ?? null };
}
