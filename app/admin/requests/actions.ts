'use server';

import { mailing } from '#app/(developers)/caller.ts';
import { staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as deciding from '#flows/access/requests/decide.ts';
import { passOnLink } from '#flows/access/requests/mailing.ts';
import {
  type ApproveKeyValues,
  type ApproveNetworksValues,
  approveKeyForm,
  approveNetworksForm,
  declineForm,
} from './forms.ts';

interface Opened {
  readonly revision: number;
}

/** Approves a key on these terms. */
export async function approveKey(id: number, values: ApproveKeyValues, opened: Opened) {
  return await staffEdit('editor', approveKeyForm, { ...values, id }, opened, (writer, input, by) =>
    deciding.approveKey(writer, { ...input, mailing: mailing() }, by),
  );
}

/** Allows the networks of a request. */
export async function approveNetworks(id: number, values: ApproveNetworksValues, opened: Opened) {
  return await staffEdit('editor', approveNetworksForm, { ...values, id }, opened, (writer, input, by) =>
    deciding.approveNetworks(writer, { ...input, mailing: mailing() }, by),
  );
}

/** Declines a request with a reason, which is mailed. */
export async function declineRequest(id: number, reason: string, opened: Opened) {
  return await staffEdit('editor', declineForm, { reason, id }, opened, (writer, input, by) =>
    deciding.declineRequest(writer, { ...input, mailing: mailing() }, by),
  );
}

/** Shows a link that could not be mailed. @returns the link */
export async function showLink(link: string): Promise<ActionResult<string>> {
  const input = passOnLink.input.omit({ baseUrl: true });
  return await staffChange('editor', input, { link }, (writer, given, by) =>
    passOnLink(writer, { ...given, baseUrl: mailing().baseUrl }, by),
  );
}
