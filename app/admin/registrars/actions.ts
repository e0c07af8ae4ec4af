'use server';

import type { z } from 'zod';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import {
  type AllowOutcome,
  allowNetwork as allow,
  allowPasted as allowLines,
  changeNetwork,
  removeNetwork,
} from '#flows/access/networks.ts';
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

export async function saveRegistrar(id: number, values: RegistrarValues): Promise<ActionResult<void>> {
  return await staffChange('editor', changedRegistrarForm, { ...values, id }, registrars.changeRegistrar);
}

export async function removeRegistrar(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', registrars.removeRegistrar.input, id, registrars.removeRegistrar);
}

export async function allowNetwork(values: NetworkValues): Promise<ActionResult<AllowOutcome>> {
  return await staffChange('editor', networkForm, values, allow);
}

export async function allowPasted(values: z.input<typeof allowLines.input>): Promise<ActionResult<AllowOutcome>> {
  return await staffChange('editor', allowLines.input, values, allowLines);
}

export async function saveNetwork(values: z.input<typeof entryForm>): Promise<ActionResult<void>> {
  return await staffChange('editor', entryForm, values, changeNetwork);
}

export async function disallowNetwork(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', removeNetwork.input, id, removeNetwork);
}
