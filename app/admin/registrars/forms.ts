import type { z } from 'zod';
import { editFormOf, formOf, limitText, timeText } from '#app/admin/form-of.ts';
import { admitRegistrar } from '#flows/access/admit-registrar.ts';
import { allowNetwork, changeNetwork } from '#flows/access/networks.ts';
import { changeRegistrar } from '#flows/access/registrars.ts';

export const registrarForm = formOf(admitRegistrar.input, { perSecond: limitText });
export const changedRegistrarForm = editFormOf(changeRegistrar.input, { perSecond: limitText });
export type RegistrarValues = z.input<typeof registrarForm>;

const period = { validFrom: timeText, validUntil: timeText };
export const networkForm = formOf(allowNetwork.input, period);
export const entryForm = editFormOf(changeNetwork.input, period);
export type EntryValues = Record<'note' | 'validFrom' | 'validUntil', string>;
export type NetworkValues = z.input<typeof networkForm>;
