'use server';

import type { z } from 'zod';
import { staffEdit } from '#app/admin/staff-change.ts';
import { changeOpenData } from '#flows/open-data/change-open-data.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';

type Choice = Omit<z.input<typeof changeOpenData.input>, 'seen'>;

export async function saveOpenData(changed: Choice, opened: Opened) {
  return await staffEdit('editor', changeOpenData.input, changed, opened, changeOpenData);
}
