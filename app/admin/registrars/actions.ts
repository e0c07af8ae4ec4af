'use server';

import type { z } from 'zod';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as networks from '#flows/access/networks.ts';
import * as registrars from '#flows/access/registrars.ts';
import {
  changedRegistrarForm,
  entryForm,
  type NetworkValues,
  networkForm,
  type RegistrarValues,
  registrarForm,
} from './forms.ts';

export async function addRegistrar(values: RegistrarValues): Promise<ActionResult<number>> {
  return await staffChange('editor', registrarForm, values, registrars.addRegistrar);
}

export async function changeRegistrar(id: number, values: RegistrarValues): Promise<ActionResult<void>> {
  return await staffChange('editor', changedRegistrarForm, { ...values, id }, registrars.changeRegistrar);
}

export async function removeRegistrar(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', registrars.removeRegistrar.input, id, registrars.removeRegistrar);
}

export async function allowNetwork(values: NetworkValues): Promise<ActionResult<networks.AllowOutcome>> {
  return await staffChange('editor', networkForm, values, networks.allowNetwork);
}

export async function allowPasted(
  values: z.input<typeof networks.allowPasted.input>,
): Promise<ActionResult<networks.AllowOutcome>> {
  return await staffChange('editor', networks.allowPasted.input, values, networks.allowPasted);
}

export async function changeNetwork(values: z.input<typeof entryForm>): Promise<ActionResult<void>> {
  return await staffChange('editor', entryForm, values, networks.changeNetwork);
}

export async function removeNetwork(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', networks.removeNetwork.input, id, networks.removeNetwork);
}
