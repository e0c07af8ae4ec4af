'use server';

import type { z } from 'zod';
import { editFormOf, limitText } from '#app/admin/form-of.ts';
import { staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as changes from '#flows/broadband/coverage-changes.ts';
import { changeCoveragePolicy } from '#flows/broadband/coverage-changes.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';

const policyForm = editFormOf(changeCoveragePolicy.input, { flaggedAfterDays: limitText });

export async function publishCoverage(
  values: z.input<typeof changes.publishCoverage.input>,
): Promise<ActionResult<changes.Ordered>> {
  return await staffChange('editor', changes.publishCoverage.input, values, changes.publishCoverage);
}

export async function rollBackCoverage(versionId: number): Promise<ActionResult<changes.Ordered>> {
  return await staffChange('editor', changes.rollBackCoverage.input, versionId, changes.rollBackCoverage);
}

export async function retireCoverage(layerId: number): Promise<ActionResult<number>> {
  return await staffChange('editor', changes.retireCoverage.input, layerId, changes.retireCoverage);
}

export async function deleteCoverage(versionId: number): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.deleteCoverage.input, versionId, changes.deleteCoverage);
}

export async function keepCoverage(values: z.input<typeof changes.keepCoverage.input>): Promise<ActionResult<void>> {
  return await staffChange('editor', changes.keepCoverage.input, values, changes.keepCoverage);
}

export async function saveCoveragePolicy(changed: { flaggedAfterDays?: string }, opened: Opened) {
  return await staffEdit('editor', policyForm, changed, opened, changes.changeCoveragePolicy);
}
