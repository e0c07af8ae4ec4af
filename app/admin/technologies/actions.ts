'use server';

import { z } from 'zod';
import { editFormOf, formOf } from '#app/admin/form-of.ts';
import { staffAct, staffBulk, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as changes from '#flows/broadband/technology-changes.ts';
import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';

const speedText = z.string().transform((text) => {
  const parsed = parseSpeed(text);
  return parsed.ok ? parsed.value : Number.NaN;
});

/** Empty for the default, which is null. */
const colourText = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text || null);

/** Empty for the next number. */
const setIdText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? undefined : /^\d+$/.test(text) ? Number(text) : Number.NaN));

const texts = { nominalMaxMbps: speedText, colour: colourText };
const technologyForm = formOf(changes.addTechnology.input, { ...texts, setId: setIdText });
const changedTechnologyForm = editFormOf(changes.changeTechnology.input, texts);
export type TechnologyValues = z.input<typeof technologyForm>;

export async function addTechnology(values: TechnologyValues): Promise<ActionResult<number>> {
  return await staffChange('editor', technologyForm, values, changes.addTechnology);
}

export async function saveTechnology(id: number, changed: Partial<TechnologyValues>, opened: Opened) {
  return await staffEdit('editor', changedTechnologyForm, { ...changed, id }, opened, changes.changeTechnology);
}

export async function moveTechnology(
  id: number,
  direction: 'up' | 'down',
  revision: number,
): Promise<ActionResult<void>> {
  const { moveTechnology: move } = changes;
  return await staffEdit('editor', move.input, { id, direction }, { revision }, move);
}

export async function retireTechnology(id: number, revision: number): Promise<ActionResult<void>> {
  return await staffAct('editor', changes.retireTechnology, id, revision);
}

export async function reviveTechnology(id: number, revision: number): Promise<ActionResult<void>> {
  return await staffAct('editor', changes.reviveTechnology, id, revision);
}

export async function retireTechnologies(ids: readonly number[], revision: number) {
  return await staffBulk('editor', changes.retireTechnology, ids, revision);
}

export async function reviveTechnologies(ids: readonly number[], revision: number) {
  return await staffBulk('editor', changes.reviveTechnology, ids, revision);
}
