'use server';

import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as changes from '#flows/broadband/provider-changes.ts';
import type { AliasValues, ApplyValues, ProviderValues } from './forms.ts';

export async function addProvider(values: ProviderValues): Promise<ActionResult<number>> {
  return await staffChange('editor', changes.addProvider.input, values, changes.addProvider);
}

export async function saveProvider(id: number, values: ProviderValues): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.changeProvider.input, { ...values, id }, changes.changeProvider);
}

export async function addAlias(id: number, values: AliasValues): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.addAlias.input, { ...values, id }, changes.addAlias);
}

export async function removeAlias(id: number, alias: string): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.removeAlias.input, { id, alias }, changes.removeAlias);
}

export async function retireProvider(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.retireProvider.input, id, changes.retireProvider);
}

export async function reviveProvider(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.reviveProvider.input, id, changes.reviveProvider);
}

/** Starts the job that applies a provider's details; gives its number. */
export async function applyProvider(id: number, values: ApplyValues): Promise<ActionResult<number>> {
  const { orderProviderApplication: order } = changes;
  return await staffChange('editor', order.input, { ...values, id }, order);
}
