'use server';

import type { z } from 'zod';
import { editFormOf, formOf, limitText, timeText } from '#app/admin/form-of.ts';
import { staffAct, staffBulk, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { admitRegistrar } from '#flows/access/admit-registrar.ts';
import * as networks from '#flows/access/networks.ts';
import * as registrars from '#flows/access/registrars.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';

const registrarForm = formOf(admitRegistrar.input, { perSecond: limitText });
const changedRegistrarForm = editFormOf(registrars.changeRegistrar.input, { perSecond: limitText });
export type RegistrarValues = z.input<typeof registrarForm>;

const period = { validFrom: timeText, validUntil: timeText };
const networkForm = formOf(networks.allowNetwork.input, period);
const entryForm = editFormOf(networks.changeNetwork.input, period);
export type EntryValues = Record<'note' | 'validFrom' | 'validUntil', string>;
export type NetworkValues = z.input<typeof networkForm>;

export async function addRegistrar(values: RegistrarValues): Promise<ActionResult<number>> {
  return await staffChange('editor', registrarForm, values, admitRegistrar);
}

export async function changeRegistrar(id: number, changed: Partial<RegistrarValues>, opened: Opened) {
  return await staffEdit('editor', changedRegistrarForm, { ...changed, id }, opened, registrars.changeRegistrar);
}

export async function removeRegistrar(id: number, revision: number): Promise<ActionResult<void>> {
  return await staffAct('editor', registrars.removeRegistrar, id, revision);
}

export async function allowNetwork(values: NetworkValues): Promise<ActionResult<networks.AllowOutcome>> {
  return await staffChange('editor', networkForm, values, networks.allowNetwork);
}

export async function allowPasted(
  values: z.input<typeof networks.allowPasted.input>,
): Promise<ActionResult<networks.AllowOutcome>> {
  return await staffChange('editor', networks.allowPasted.input, values, networks.allowPasted);
}

export async function changeNetwork(id: number, changed: Partial<EntryValues>, opened: Opened) {
  return await staffEdit('editor', entryForm, { ...changed, id }, opened, networks.changeNetwork);
}

export async function removeNetwork(id: number, revision: number): Promise<ActionResult<void>> {
  return await staffAct('editor', networks.removeNetwork, id, revision);
}

export async function enableRegistrars(ids: readonly number[], revision: number) {
  return await staffBulk('editor', registrars.enableRegistrar, ids, revision);
}

export async function disableRegistrars(ids: readonly number[], revision: number) {
  return await staffBulk('editor', registrars.disableRegistrar, ids, revision);
}

export async function removeRegistrars(ids: readonly number[], revision: number) {
  return await staffBulk('editor', registrars.removeRegistrar, ids, revision);
}

export async function removeNetworks(ids: readonly number[], revision: number) {
  return await staffBulk('editor', networks.removeNetwork, ids, revision);
}
