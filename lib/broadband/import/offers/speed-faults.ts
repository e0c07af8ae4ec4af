import { plainName } from '#lib/broadband/import/mapping/column-names.ts';
import type { SourceFeature } from '#lib/broadband/import/source-feature.ts';
import type { FaultList, Place, Reason } from '#lib/refusal.ts';
import { isBlank, parseSpeed } from './field-values.ts';
import { type SpeedField, speedFields } from './offer-fields.ts';
import { reversedSpeeds } from './speeds.ts';

/** A speed that cannot be: it is negative or too high, or the lowest is above the highest. */
type SpeedFault = Extract<Reason, { code: 'speeds-reversed' | 'value-negative' | 'value-too-fast' }>;

/** Gathers speeds that cannot be. Each kind is one fault, at its first place, with the number of features that have it. */
export class SpeedFaults {
  readonly #faults: FaultList;
  readonly #found = new Map<string, { features?: number }>();

  constructor(faults: FaultList) {
    this.#faults = faults;
  }

  add(where: Place, fault: SpeedFault): void {
    const kind = kindOf(fault);
    const known = this.#found.get(kind);
    if (known !== undefined) {
      known.features = (known.features ?? 1) + 1;
      return;
    }
    // the list has this object too, which goes on counting
    const first: SpeedFault & { features?: number } = { ...fault };
    this.#found.set(kind, first);
    this.#faults.add(where, first);
  }
}

export function isSpeedFault(fault: Reason): fault is SpeedFault {
  return fault.code === 'speeds-reversed' || fault.code === 'value-negative' || fault.code === 'value-too-fast';
}

/**
 * Speeds that cannot be, whatever else a person says about the file: those in columns that are named like the fields.
 * One that is too high may still be in other units.
 */
export function ownSpeedFaults({ properties }: Pick<SourceFeature, 'properties'>): SpeedFault[] {
  const faults: SpeedFault[] = [];
  const speeds = new Map<SpeedField, number>();
  for (const [column, value] of properties) {
    const field = speedFieldNamed(column);
    if (field === undefined || isBlank(value)) continue;
    const speed = parseSpeed(value);
    if (speed.ok) speeds.set(field, speed.value);
    else if (speed.reason.code === 'value-negative') {
      const of = { field, ...(column === field ? {} : { column }) };
      faults.push({ ...speed.reason, of });
    }
  }
  return [...faults, ...reversedSpeeds((field) => speeds.get(field))];
}

function speedFieldNamed(column: string): SpeedField | undefined {
  // most columns are not worth the longer comparison, which is made for each feature
  return /mbps/i.test(column) ? plainSpeedFields.get(plainName(column)) : undefined;
}

const plainSpeedFields: ReadonlyMap<string, SpeedField> = new Map(
  speedFields.map((field) => [plainName(field), field]),
);

function kindOf(fault: SpeedFault): string {
  if (fault.code !== 'speeds-reversed') return `${fault.code} ${fault.of?.field}`;
  return `${fault.code} ${fault.low} ${fault.defaults?.join()}`;
}
