import { z } from 'zod';
import { getDelivery } from '#db/broadband/own/deliveries.ts';
import { getProviderByName } from '#db/broadband/providers.ts';
import { requireReady } from '#db/broadband/versions.ts';
import type { Connection, Db } from '#db/client.ts';
import { askProviders, getAnswer, putAnswer } from '#db/reports/answers.ts';
import { addReport, getReport, type ReportedAnswer, reportStates, updateReport } from '#db/reports/reports.ts';
import { transact } from '#db/transaction.ts';
import { change } from '#flows/change.ts';
import { editRecord, seen } from '#flows/editing.ts';
import { queueMessage } from '#flows/outbox/queue-message.ts';
import { oneOf, paragraph, rowId } from '#lib/fields.ts';
import { parseAnswer } from '#lib/map/answer/answer.ts';
import { faultAt, Refusal, refusalAt, refuseFields, required } from '#lib/refusal.ts';
import { mostWords, type Outcome, outcomeLink, outcomes } from '#lib/reports/outcome.ts';
import type { VisitorReport } from '#lib/reports/visitor-report.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { reportMail } from '#lib/words/mails.ts';

interface Mailing {
  /** The origin of this site. */
  readonly baseUrl: string;
  /** Whether mail can be sent (`SMTP_URL`). */
  readonly isMailSet: boolean;
}

/**
 * Stores a visitor's report, asks the providers of the reported answer about it, and mails the visitor their link if they
 * gave an address.
 *
 * @returns its number, and the link by which the visitor sees what came of it: only its hash is stored
 */
export async function receiveReport(
  writer: Connection,
  report: VisitorReport,
  reported: ReportedAnswer,
  { baseUrl, isMailSet }: Mailing,
  nowMs: EpochMs,
): Promise<{ readonly number: number; readonly link: string }> {
  const token = generateToken();
  const link = outcomeLink(baseUrl, token);
  return await transact(writer, (db) => {
    const number = addReport(db, report, reported, nowMs, hashToken(token));
    askProviders(db, number, providersOf(db, reported.answer));
    if (report.email !== undefined && isMailSet)
      mailLink(db, report.email, reportMail({ number, link, baseUrl }), nowMs);
    return { number, link };
  });
}

/** The known providers that an answer of the API names. */
function providersOf(db: Db, answer: string): number[] {
  const names = (parseAnswer(JSON.parse(answer)) ?? []).flatMap(({ providers }) => providers.map(({ name }) => name));
  return [...new Set(names)].flatMap((name) => getProviderByName(db, name)?.id ?? []);
}

/** The visitor has the link on their screen: a full outbox must not refuse their report. */
function mailLink(db: Db, recipient: string, text: { subject: string; body: string }, nowMs: EpochMs): void {
  try {
    queueMessage(db, { kind: 'report', channel: 'mail', recipient, ...text, isSecret: true }, nowMs);
  } catch (fault) {
    if (!(fault instanceof Refusal && fault.reason.code === 'outbox-full')) throw fault;
  }
}

/** What a provider's people, or staff, answer to a report: `words` are shown to the visitor. */
export const answerFields = z.object({
  outcome: oneOf(outcomes),
  delivery: rowId.nullable(),
  words: paragraph(mostWords),
});

/** An answer as its form has it; `outcome` null: not answered yet. */
export interface AnswerFields {
  readonly outcome: Outcome | null;
  readonly delivery: number | null;
  readonly words: string;
}

const answer = answerFields.partial().extend({ report: rowId, own: rowId.optional(), seen });

/**
 * Answers a report, or changes the answer: of the provider `own`, whose person it is by their session, or of staff. Each
 * provider and staff have an answer of their own.
 */
export const answerReport = change(answer, (db, { report: id, own, seen: assumed, ...wanted }, by) => {
  const report = required(getReport({ db }, id), { code: 'report-gone' });
  const current = getAnswer({ db }, id, own ?? null);
  if (own !== undefined) required(current, { code: 'report-gone' });
  const present = answerOf(current);
  const store = (after: AnswerFields) => {
    refuseFields(incompleteFields(db, after, own));
    if (after.delivery !== null && after.delivery !== present.delivery)
      requireSince(db, after.delivery, report.createdAt);
    putAnswer(db, id, own ?? null, { ...after, answeredBy: by.actor.who, answeredAt: by.nowMs });
  };
  const edit = { record: answerRecord(id, own), action: 'report.answer', subject: `report ${id}` } as const;
  return editRecord<AnswerFields & Record<string, unknown>>(
    db,
    { ...edit, present: { ...present }, wanted, seen: assumed, store },
    by,
  );
});

/** What a form shows of an answer; undefined for one that does not exist yet. */
export function answerOf(given: AnswerFields | undefined): AnswerFields {
  const { outcome = null, delivery = null, words = '' } = given ?? {};
  return { outcome, delivery, words };
}

/** The name of an answer as an edited record. */
export function answerRecord(report: number, own: number | undefined) {
  return own === undefined ? (`answer ${report}` as const) : (`answer ${report}/${own}` as const);
}

function incompleteFields(db: Db, { outcome, delivery, words }: AnswerFields, own: number | undefined) {
  const hasDelivery = delivery !== null;
  const isCorrected = outcome === 'corrected';
  if (hasDelivery && isCorrected && own === undefined) requireReady(db, delivery);
  const isUnknown = hasDelivery && own !== undefined && getDelivery({ db }, own, delivery) === undefined;
  return [
    outcome === null ? faultAt('outcome', { code: 'not-a-choice' }) : undefined,
    outcome === 'not-so' && words === '' ? faultAt('words', { code: 'answer-words-needed' }) : undefined,
    hasDelivery && !isCorrected ? faultAt('delivery', { code: 'delivery-without-correction' }) : undefined,
    !hasDelivery && isCorrected ? faultAt('delivery', { code: 'delivery-needed' }) : undefined,
    isCorrected && isUnknown ? faultAt('delivery', { code: 'no-such-delivery', delivery }) : undefined,
  ];
}

/** What was delivered before a report cannot correct it: the visitor saw the coverage as it was after that. */
function requireSince(db: Db, delivery: number, reportedAt: EpochMs): void {
  if (requireReady(db, delivery).createdAt <= reportedAt)
    throw refusalAt('delivery', { code: 'delivery-before-report', delivery });
}

/** What staff record about a report. */
export const findings = z.object({ state: oneOf(reportStates), note: paragraph() });

/** Records what staff found out about a report, and whether it is done. The audit log has nothing of the visitor. */
export const changeReport = change(findings.partial().extend({ id: rowId, seen }), (db, given, by) => {
  const { id, seen: assumed, ...wanted } = given;
  const { state, note } = required(getReport({ db }, id), { code: 'report-gone' });
  const store = (after: z.output<typeof findings>) =>
    updateReport(db, id, { ...after, handledBy: by.actor.who, handledAt: by.nowMs });
  const edit = { record: reportRecord(id), action: 'report.change', subject: `report ${id}` } as const;
  return editRecord(db, { ...edit, present: { state, note }, wanted, seen: assumed, store }, by);
});

/** The name of a report as an edited record. */
export function reportRecord(id: number) {
  return `report ${id}` as const;
}
