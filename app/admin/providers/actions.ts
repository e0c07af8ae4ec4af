'use server';

import { staffAct, staffBulk, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { changeDefaultSpeeds } from '#flows/broadband/default-speed-changes.ts';
import * as changes from '#flows/broadband/provider-changes.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import {
  type AliasValues,
  type ApplyValues,
  type DefaultSpeedTexts,
  type DefaultSpeedValues,
  type DeliverableFields,
  defaultSpeedsForm,
  type ProviderValues,
} from './forms.ts';

export async function addProvider(values: ProviderValues): Promise<ActionResult<number>> {
  return await staffChange('editor', changes.addProvider.input, values, changes.addProvider);
}

export async function saveProvider(id: number, changed: Partial<ProviderValues>, opened: Opened) {
  return await staffEdit('editor', changes.changeProvider.input, { ...changed, id }, opened, changes.changeProvider);
}

export async function saveDeliverable(id: number, changed: DeliverableFields, opened: Opened<DeliverableFields>) {
  const { changeDeliverable: edit } = changes;
  return await staffEdit('editor', edit.input, { ...changed, id }, opened, edit);
}

export async function saveDefaultSpeeds(
  id: number,
  changed: Partial<DefaultSpeedTexts>,
  opened: Opened<DefaultSpeedValues>,
) {
  return await staffEdit('editor', defaultSpeedsForm, { speeds: changed, id }, opened, changeDefaultSpeeds);
}

export async function addAlias(id: number, values: AliasValues): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.addAlias.input, { ...values, id }, changes.addAlias);
}

export async function removeAlias(id: number, alias: string, revision: number): Promise<ActionResult<void>> {
  return await staffEdit('editor', changes.removeAlias.input, { id, alias }, { revision }, changes.removeAlias);
}

export async function retireProvider(id: number, revision: number): Promise<ActionResult<void>> {
  return await staffAct('editor', changes.retireProvider, id, revision);
}

export async function reviveProvider(id: number, revision: number): Promise<ActionResult<void>> {
  return await staffAct('editor', changes.reviveProvider, id, revision);
}

/** Starts the job that applies a provider's details; gives its number. */
export async function applyProvider(id: number, values: ApplyValues, revision: number): Promise<ActionResult<number>> {
  const { orderProviderApplication: order } = changes;
  return await staffEdit('editor', order.input, { ...values, id }, { revision }, order);
}

export async function retireProviders(ids: readonly number[], revision: number) {
  return await staffBulk('editor', changes.retireProvider, ids, revision);
}

export async function reviveProviders(ids: readonly number[], revision: number) {
  return await staffBulk('editor', changes.reviveProvider, ids, revision);
}
