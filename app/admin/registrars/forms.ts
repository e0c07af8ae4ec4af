import type { z } from 'zod';
import { formOf, limitText, timeText } from '#app/admin/form-of.ts';
import { allowNetwork, changeNetwork } from '#flows/access/networks.ts';
import { addRegistrar, changeRegistrar } from '#flows/access/registrars.ts';

export const registrarForm = formOf(addRegistrar.input, { perSecond: limitText });
export const changedRegistrarForm = formOf(changeRegistrar.input, { perSecond: limitText });
export type RegistrarValues = z.input<typeof registrarForm>;

const period = { validFrom: timeText, validUntil: timeText };
export const networkForm = formOf(allowNetwork.input, period);
export const entryForm = formOf(changeNetwork.input, period);
export type NetworkValues = z.input<typeof networkForm>;
