'use server';

import { change } from '#app/admin/change.ts';
import { rowId } from '#app/admin/form-fields.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import {
  addTechnology as add,
  changeTechnology,
  moveTechnology as move,
  retireTechnology as retire,
  reviveTechnology as revive,
} from '#flows/broadband/technology-changes.ts';
import {
  moveFields,
  type NewTechnologyValues,
  newTechnologyFields,
  type TechnologyValues,
  technologyFields,
} from './forms.ts';

/** Adds a technology; gives its number. */
export async function addTechnology(values: NewTechnologyValues): Promise<ActionResult<number>> {
  return await change('editor', newTechnologyFields, values, (db, details, by) => add(db, details, by));
}

/** Changes what is said about a technology. */
export async function saveTechnology(id: number, values: TechnologyValues): Promise<ActionResult<undefined>> {
  return await change('editor', technologyFields, { ...values, id }, (db, { id: technologyId, ...details }, by) => {
    changeTechnology(db, technologyId, details, by);
    return undefined;
  });
}

/** Moves a technology one place in the order. */
export async function moveTechnology(id: number, direction: 'up' | 'down'): Promise<ActionResult<undefined>> {
  return await change('editor', moveFields, { id, direction }, (db, moved, by) => {
    move(db, moved.id, moved.direction, by);
    return undefined;
  });
}

/** Takes a technology that no published offer uses out of every answer. */
export async function retireTechnology(id: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, id, (db, technologyId, by) => {
    retire(db, technologyId, by);
    return undefined;
  });
}

/** Brings a retired technology back. */
export async function reviveTechnology(id: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, id, (db, technologyId, by) => {
    revive(db, technologyId, by);
    return undefined;
  });
}
