import type { Placement } from './georeference.ts';
import { nameOf, type ReferenceCode } from './reference.ts';

/** By which reference system a file was read, as plain data. */
export interface ProjectionFacts {
  readonly code: ReferenceCode;
  readonly name: string;
  readonly isDegrees: boolean;
  /** Whether latitude or northing was taken to stand first. */
  readonly swapped: boolean;
  /** Whether somebody asked for it, whatever the file says. */
  readonly asked: boolean;
  /** Where the file says so; null where it does not, or was not asked. */
  readonly declaredBy: string | null;
  /** How far its places may lie from where WGS 84 has them, and why. */
  readonly accuracyMetres: number;
  readonly conversion: string;
}

export function projectionFacts({ reference, isSwapped, by, isAsked }: Placement): ProjectionFacts {
  const { code, name, isDegrees, accuracyMetres, conversion } = reference;
  return {
    code,
    name,
    isDegrees,
    swapped: isSwapped,
    asked: isAsked,
    declaredBy: by ?? null,
    accuracyMetres,
    conversion,
  };
}

/** `EPSG:2193 (NZTM2000), as the .prj file says: NZGD2000 is taken as WGS 84, which is right within 2 m` */
export function projectionWords(facts: ProjectionFacts): string {
  const { isDegrees, swapped, asked, declaredBy, accuracyMetres, conversion } = facts;
  const said = asked ? ', as was asked for' : declaredBy === null ? '' : `, as ${declaredBy} says`;
  const order = swapped ? `, ${isDegrees ? 'latitude' : 'northing'} first` : '';
  const accuracy = accuracyMetres === 0 ? '' : `, which is right within ${accuracyMetres} m`;
  return `${nameOf(facts)}${order}${said}: ${conversion}${accuracy}`;
}
