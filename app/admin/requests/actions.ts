'use server';

import { z } from 'zod';
import { mailing } from '#app/(developers)/caller.ts';
import { editFormOf, limitText, timeText, wordsText } from '#app/admin/form-of.ts';
import { completed, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { KeyValues } from '#app/admin/users/actions.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as deciding from '#flows/access/requests/decide.ts';
import { passOnLink } from '#flows/access/requests/mailing.ts';

const withoutMailing = { mailing: true } as const;
const mailed = () => ({ mailing: mailing() });

const terms = { expiresAt: timeText, perSecond: limitText, perDay: limitText, origins: wordsText };
const approveKeyForm = editFormOf(deciding.approveKey.input.omit(withoutMailing), terms);

const registrarText = z.string().transform((text) => (text === '' ? null : Number(text)));
const networks = { registrarId: registrarText, perSecond: limitText };
const approveNetworksForm = editFormOf(deciding.approveNetworks.input.omit(withoutMailing), networks);
export interface ApproveNetworksValues extends Record<string, unknown> {
  registrarId: string;
  newRegistrar: string;
  perSecond: string;
  areOverlapsConfirmed: boolean;
}

const declineForm = deciding.declineRequest.input.omit(withoutMailing);

interface Opened {
  readonly revision: number;
}

/** Approves a key on these terms. */
export async function approveKey(id: number, values: KeyValues, opened: Opened) {
  return await staffEdit('editor', approveKeyForm, { ...values, id }, opened, completed(deciding.approveKey, mailed));
}

/** Allows the networks of a request. */
export async function approveNetworks(id: number, values: ApproveNetworksValues, opened: Opened) {
  return await staffEdit(
    'editor',
    approveNetworksForm,
    { ...values, id },
    opened,
    completed(deciding.approveNetworks, mailed),
  );
}

/** Declines a request with a reason, which is mailed. */
export async function declineRequest(id: number, reason: string, opened: Opened) {
  return await staffEdit('editor', declineForm, { reason, id }, opened, completed(deciding.declineRequest, mailed));
}

/** Shows a link that could not be mailed. @returns the link */
export async function showLink(link: string): Promise<ActionResult<string>> {
  const input = passOnLink.input.omit({ baseUrl: true });
  return await staffChange('editor', input, { link }, (writer, given, by) =>
    passOnLink(writer, { ...given, baseUrl: mailing().baseUrl }, by),
  );
}
