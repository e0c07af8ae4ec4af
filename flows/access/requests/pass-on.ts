import { z } from 'zod';
import { linksToPassOn, replaceToken } from '#db/access/requests/links.ts';
import { recordChange } from '#db/audit/record-change.ts';
import { change } from '#flows/change.ts';
import { callerLink } from '#lib/access/requests.ts';
import { line } from '#lib/fields.ts';
import { required } from '#lib/refusal.ts';
import { generateToken, hashToken } from '#lib/staff/secret-token.ts';
import type { Mailing } from './mailing.ts';

/**
 * Shows a link that could not be mailed, for staff to pass on. Only the hash of its token is stored, so it gets a new
 * token each time.
 */
export const passOnLink = change(
  z.object({ link: line(64), baseUrl: z.custom<Mailing['baseUrl']>() }),
  (db, { link: hash, baseUrl }, { actor, nowMs }): string => {
    const waiting = linksToPassOn({ db }, nowMs, Number.MAX_SAFE_INTEGER);
    const { tokenHash, purpose, requestId } = required(
      waiting.find((link) => link.tokenHash === hash),
      { code: 'caller-link-expired' },
    );
    const token = generateToken();
    replaceToken(db, tokenHash, hashToken(token));
    const subject = requestId === null ? `${purpose} link` : `${purpose} link of request ${requestId}`;
    recordChange(db, { actor, action: 'request.pass-on', subject, before: null, after: null }, nowMs);
    return callerLink(baseUrl, purpose, token);
  },
);
