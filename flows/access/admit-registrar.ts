import { z } from 'zod';
import { change } from '#flows/change.ts';
import { refusalAt } from '#lib/refusal.ts';
import { allowPasted } from './networks.ts';
import { addRegistrar } from './registrars.ts';

/**
 * Adds a registrar with its first networks, one a line; all or nothing. Networks that overlap with those of another
 * registrar must be confirmed, which only the registrar's own screen asks. @returns its id
 */
export const admitRegistrar = change(
  addRegistrar.input.extend({ lines: z.string().default('') }),
  (db, { lines, ...details }, by): number => {
    const registrarId = addRegistrar.within(db, details, by);
    if (lines.trim() === '') return registrarId;
    const outcome = allowPasted.within(db, { registrarId, lines, areOverlapsConfirmed: false }, by);
    const [overlap] = outcome.outcome === 'needs-confirmation' ? outcome.overlaps : [];
    if (overlap !== undefined) throw refusalAt('lines', { code: 'network-to-confirm', ...overlap });
    return registrarId;
  },
  addRegistrar.faultsOf,
);
