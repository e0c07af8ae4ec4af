'use server';

import { z } from 'zod';
import { staffAct, staffBulk, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import type { addListedName } from '#flows/registry/listed-names.ts';
import * as listed from '#flows/registry/listed-names.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { requiredLine } from '#lib/fields.ts';
import { longestFile } from './read-list-file.ts';

export type ListedValues = z.input<typeof addListedName.input>;

export type ListedDetails = Omit<ListedValues, 'name'>;

const listFile = z.object({
  /** The file's name. */
  source: requiredLine(255),
  text: z
    .string()
    .refine((text) => text.length <= longestFile, { params: { reason: { code: 'too-long', most: longestFile } } }),
});

/** Adds a name to the list; gives its Unicode form. */
export async function addListed(values: ListedValues): Promise<ActionResult<string>> {
  return await staffChange('editor', listed.addListedName.input, values, listed.addListedName);
}

/** Changes what the list says of a name. */
export async function saveListed(name: string, changed: Partial<ListedDetails>, opened: Opened) {
  return await staffEdit(
    'editor',
    listed.changeListedName.input,
    { ...changed, name },
    opened,
    listed.changeListedName,
  );
}

/** Removes a name from the list. */
export async function removeListed(name: string, revision: number): Promise<ActionResult<string>> {
  return await staffAct('editor', listed.removeListedName, name, revision);
}

export async function removeListedNames(names: readonly string[], revision: number) {
  return await staffBulk('editor', listed.removeListedName, names, revision);
}

/** Merges a file of names into the list, all rows or none. */
export async function importListed(values: z.input<typeof listFile>): Promise<ActionResult<listed.ListedReport>> {
  return await staffChange('editor', listFile, values, (writer, { source, text }, by) =>
    listed.importListedNames(writer, { source, bytes: new Blob([text]).stream() }, by),
  );
}
