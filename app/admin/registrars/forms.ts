import { z } from 'zod';
import { instant, limit, line, optionalEmail, paragraph, requiredLine, rowId } from '#app/admin/form-fields.ts';

/** What the form of a registrar gives: its fields as text. */
export interface RegistrarValues extends Record<string, unknown> {
  readonly name: string;
  readonly contactEmail: string;
  readonly note: string;
  readonly perSecond: string;
  readonly enabled: boolean;
}

export const registrarFields = z.object({
  name: requiredLine(100),
  contactEmail: optionalEmail,
  note: paragraph,
  perSecond: limit,
  enabled: z.boolean(),
});

const note = line(500);
const period = { validFrom: instant, validUntil: instant };

/** An end that is not after the beginning would let nobody in, ever. */
function isPeriod({ validFrom, validUntil }: { validFrom: number | null; validUntil: number | null }): boolean {
  return validFrom === null || validUntil === null || validFrom < validUntil;
}
const periodFault = { path: ['validUntil'], message: 'This must be after “valid from”.' };

/** What the form of one network gives. */
export interface NetworkValues extends Record<string, unknown> {
  readonly registrarId: number;
  readonly network: string;
  readonly note: string;
  readonly validFrom: string;
  readonly validUntil: string;
  /** The network, typed once more: for one that is very large. */
  readonly typed: string;
  /** The network whose overlaps somebody has seen and wants all the same. */
  readonly seenOverlaps: string;
}

export const networkFields = z
  .object({
    registrarId: rowId,
    network: requiredLine(100),
    note,
    ...period,
    typed: line(100),
    seenOverlaps: line(100),
  })
  .refine(isPeriod, periodFault);

export const pastedFields = z.object({
  registrarId: rowId,
  lines: z.string().max(200_000, 'This is too much at once: paste at most 1,000 networks.'),
  hasSeenOverlaps: z.boolean(),
});

export const entryFields = z.object({ id: rowId, note, ...period }).refine(isPeriod, periodFault);
