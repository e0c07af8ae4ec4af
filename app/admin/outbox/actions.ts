'use server';

import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { retryMessage } from '#flows/outbox/retry-message.ts';

export async function tryMessageAgain(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', retryMessage.input, id, retryMessage);
}
