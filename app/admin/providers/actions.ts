'use server';

import { z } from 'zod';
import { staffAct, staffBulk, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { changeDefaultSpeeds, type DefaultSpeedValues } from '#flows/broadband/default-speed-changes.ts';
import * as changes from '#flows/broadband/provider-changes.ts';
import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';

export type ProviderValues = z.input<typeof changes.addProvider.input>;
export type AliasValues = Omit<z.input<typeof changes.addAlias.input>, 'id' | 'seen'>;
export type ApplyValues = Omit<z.input<typeof changes.orderProviderApplication.input>, 'id' | 'seen'>;

/** The technologies that a provider's people may deliver, by number; null for all. */
export type DeliverableFields = { readonly delivers: readonly number[] | null };

/** The default speeds of a provider as a form has them: by `defaultSpeedField`, empty for none. */
export type DefaultSpeedTexts = Record<string, string>;

/** Empty for no default, which is null. */
const speedText = z.string().transform((text) => {
  if (text.trim() === '') return null;
  const parsed = parseSpeed(text);
  return parsed.ok ? parsed.value : Number.NaN;
});

const read = z.looseObject({ speeds: z.record(z.string(), speedText) });

/** The form of default speeds, which sends those that were changed. */
const defaultSpeedsForm = (read as unknown as z.ZodType<z.input<typeof changeDefaultSpeeds.input>, object>).pipe(
  changeDefaultSpeeds.input,
);

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
