'use server';

import { z } from 'zod';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { importAreasUpload } from '#flows/statistics/areas-upload.ts';
import { removeAreas } from '#flows/statistics/import-areas.ts';

export interface AreasValues extends Record<string, string> {
  readonly uploadId: string;
  readonly column: string;
  readonly name: string;
  readonly attribution: string;
  readonly layer: string;
}

/** Starts a job that imports uploaded areas; gives its number. */
export async function importAreas(values: AreasValues): Promise<ActionResult<number>> {
  return await staffChange('editor', importAreasUpload.input.omit({ staffId: true }), values, (writer, given, by) =>
    importAreasUpload(writer, { ...given, staffId: by.staff.id }, by),
  );
}

/** Removes a set of areas with its figures. */
export async function removeAreaSet(name: string): Promise<ActionResult<void>> {
  return await staffChange('editor', z.object({ name: z.string() }), { name }, (writer, given, by) =>
    removeAreas(writer, given.name, by),
  );
}
