'use server';

import type { z } from 'zod';
import { change } from '#app/admin/change.ts';
import { requiredLine } from '#app/admin/form-fields.ts';
import { guardWrite } from '#app/admin/guard.ts';
import { refusalOf } from '#app/admin/refusal-of.ts';
import { type ActionResult, fieldRefusal } from '#components/admin/forms/action-result.ts';
import { connections } from '#db/client.ts';
import { getListedName, importListedNames, type ListedReport } from '#db/registry/listed-names.ts';
import { putListedName, removeListedName } from '#flows/registry/listed-name-changes.ts';
import { refusalAt } from '#lib/refusal.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { type ListedValues, listedFields, listFileFields } from './forms.ts';

/** Puts a name on the list; gives its Unicode form. One that is listed already is changed on its own page. */
export async function addListed(values: ListedValues): Promise<ActionResult<string>> {
  return await change('editor', listedFields, values, (db, fields, by) => {
    const standing = getListedName({ db }, parseName(fields.name).domain);
    if (standing !== undefined) {
      throw refusalAt('name', `${fields.name} is listed already, as ${standing.status}.`);
    }
    return putListedName(db, fields, by);
  });
}

/** Changes what the list says of a name. */
export async function saveListed(values: ListedValues): Promise<ActionResult<string>> {
  return await change('editor', listedFields, values, (db, fields, by) => putListedName(db, fields, by));
}

/** Takes a name off the list. */
export async function removeListed(name: string): Promise<ActionResult<string>> {
  return await change('editor', requiredLine(255), name, (db, listed, by) => removeListedName(db, listed, by));
}

/** Merges a file of names into the list, all of its rows or none. */
export async function importListed(values: z.input<typeof listFileFields>): Promise<ActionResult<ListedReport>> {
  const by = await guardWrite('editor');
  if (!by.ok) return by;
  const parsed = listFileFields.safeParse(values);
  if (!parsed.success) return fieldRefusal(parsed.error);
  const { source, text } = parsed.data;
  try {
    return { ok: true, value: await importListedNames(connections().writer, bytesOf(text), source, by) };
  } catch (fault) {
    return refusalOf(fault);
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
