import { z } from 'zod';
import { editFormOf, formOf, limitText, timeText, wordsText } from '#app/admin/form-of.ts';
import { changeKey, issueKey, replaceKey } from '#flows/access/keys.ts';
import type { addUser } from '#flows/access/users.ts';
import { keyOverlaps } from './key-overlaps.ts';

export type UserValues = z.input<typeof addUser.input>;

const terms = { expiresAt: timeText, perSecond: limitText, perDay: limitText, origins: wordsText };
export const issuedKeyForm = formOf(issueKey.input, terms);
export const changedKeyForm = editFormOf(changeKey.input, terms);
export type KeyValues = Omit<z.input<typeof issuedKeyForm>, 'userId'>;

const overlapText = z.string().transform((text) => keyOverlaps.find(({ value }) => value === text)?.ms ?? Number.NaN);
export const replacementForm = formOf(replaceKey.input, { overlapMs: overlapText, expiresAt: timeText });
