'use server';

import { staffAct, staffBulk, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as changes from '#flows/broadband/technology-changes.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { changedTechnologyForm, type TechnologyValues, technologyForm } from './forms.ts';

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
