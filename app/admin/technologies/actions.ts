'use server';

import type { z } from 'zod';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as changes from '#flows/broadband/technology-changes.ts';
import { changedTechnologyForm, type TechnologyValues, technologyForm } from './forms.ts';

export async function addTechnology(values: TechnologyValues): Promise<ActionResult<number>> {
  return await staffChange('editor', technologyForm, values, changes.addTechnology);
}

export async function saveTechnology(
  id: number,
  values: Omit<z.input<typeof changedTechnologyForm>, 'id'>,
): Promise<ActionResult<void>> {
  return await staffChange('editor', changedTechnologyForm, { ...values, id }, changes.changeTechnology);
}

export async function moveTechnology(id: number, direction: 'up' | 'down'): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.moveTechnology.input, { id, direction }, changes.moveTechnology);
}

export async function retireTechnology(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.retireTechnology.input, id, changes.retireTechnology);
}

export async function reviveTechnology(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.reviveTechnology.input, id, changes.reviveTechnology);
}
