'use server';

import { z } from 'zod';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as baseMap from '#flows/base-map/import-base-map.ts';
import { importMapUpload, startBaseMapFetch } from '#flows/base-map/import-base-map.ts';

/** Starts a job that imports an uploaded file for the map; gives its number. */
export async function importUpload(values: { readonly uploadId: string }): Promise<ActionResult<number>> {
  return await staffChange('editor', importMapUpload.input.omit({ staffId: true }), values, (writer, given, by) =>
    importMapUpload(writer, { ...given, staffId: by.staff.id }, by),
  );
}

/** Starts a job that fetches a street map from the web; gives its number. */
export async function fetchBaseMap(): Promise<ActionResult<number>> {
  return await staffChange('editor', startBaseMapFetch.input, {}, (writer, given, by) =>
    startBaseMapFetch(writer, given, by),
  );
}

/** Removes the street map. */
export async function removeBaseMap(): Promise<ActionResult<void>> {
  return await staffChange('editor', z.object({}), {}, (writer, _given, by) => baseMap.removeBaseMap(writer, by));
}
