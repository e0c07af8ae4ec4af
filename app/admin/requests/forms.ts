import { z } from 'zod';
import { editFormOf, limitText, timeText, wordsText } from '#app/admin/form-of.ts';
import type { KeyValues } from '#app/admin/users/forms.ts';
import { approveKey, approveNetworks, declineRequest } from '#flows/access/requests/decide.ts';

const withoutMailing = { mailing: true } as const;

const terms = { expiresAt: timeText, perSecond: limitText, perDay: limitText, origins: wordsText };
export const approveKeyForm = editFormOf(approveKey.input.omit(withoutMailing), terms);
export type ApproveKeyValues = KeyValues;

const registrarText = z.string().transform((text) => (text === '' ? null : Number(text)));
const networks = { registrarId: registrarText, perSecond: limitText };
export const approveNetworksForm = editFormOf(approveNetworks.input.omit(withoutMailing), networks);
export interface ApproveNetworksValues extends Record<string, unknown> {
  registrarId: string;
  newRegistrar: string;
  perSecond: string;
  areOverlapsConfirmed: boolean;
}

export const declineForm = declineRequest.input.omit(withoutMailing);
