import { z } from 'zod';
import { change } from '#flows/change.ts';
import { allowPasted, firstNetworkFaults } from './networks.ts';
import { addRegistrar } from './registrars.ts';

/**
 * Adds a registrar with its first networks, one a line; all or nothing. Networks that overlap with those of another
 * registrar must be confirmed, which only the registrar's own screen asks. @returns its id
 */
export const admitRegistrar = change(
  addRegistrar.input.extend({ lines: z.string().default('') }),
  (db, { lines, ...details }, by): number => {
    const registrarId = addRegistrar.within(db, details, by);
    if (lines.trim() !== '') allowPasted.within(db, { registrarId, lines, areOverlapsConfirmed: true }, by);
    return registrarId;
  },
  (db, { lines, ...details }, by) => [...addRegistrar.faultsOf(db, details, by), ...firstNetworkFaults(db, lines)],
);
