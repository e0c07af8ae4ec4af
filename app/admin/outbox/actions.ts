'use server';

import { staffBulkOfAny, staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { testAlert } from '#flows/operations/alerts.ts';
import { retryMessage } from '#flows/outbox/queue-message.ts';

export async function tryMessageAgain(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', retryMessage.input, id, retryMessage);
}

export async function tryMessagesAgain(ids: readonly number[]) {
  return await staffBulkOfAny('editor', retryMessage, ids);
}

/** Sends a test alert to everybody who gets alerts. @returns how many */
export async function sendTestAlert(): Promise<ActionResult<number>> {
  return await staffChange('editor', testAlert.input, undefined, testAlert);
}
