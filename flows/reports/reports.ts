import { z } from 'zod';
import { getDelivery } from '#db/broadband/own/deliveries.ts';
import { getProviderByName } from '#db/broadband/providers.ts';
import { requireReady } from '#db/broadband/versions.ts';
import type { Connection, Db } from '#db/client.ts';
import { askProviders, getAnswer, putAnswer } from '#db/reports/answers.ts';
import { addReport, getReport, type ReportedAnswer, reportStates, updateReport } from '#db/reports/reports.ts';
import { transact } from '#db/transaction.ts';
import { change } from '#flows/change.ts';
import { editRecord, faultsBeside, seen } from '#flows/editing.ts';
import { queueMessage } from '#flows/outbox/queue-message.ts';
import { oneOf, paragraph, rowId } from '#lib/fields.ts';
import { parseAnswer } from '#lib/map/answer/answer.ts';
import { type Fault, faultAt, Refusal, refuseFields, required } from '#lib/refusal.ts';
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
export const answerReport = change(
  answer,
  (db, { report: id, own, seen: assumed, ...wanted }, by) => {
    const { present, reportedAt } = requireAnswer(db, id, own);
    const store = (after: AnswerFields) => {
      refuseFields(answerFaults(db, after, { present, reportedAt, own }));
      putAnswer(db, id, own ?? null, { ...after, answeredBy: by.actor.who, answeredAt: by.nowMs });
    };
    const edit = { record: answerRecord(id, own), action: 'report.answer', subject: `report ${id}` } as const;
    return editRecord<AnswerRow>(db, { ...edit, present, wanted, seen: assumed, store }, by);
  },
  (db, { report: id, own, ...wanted }, _by, faulty) => {
    if (id === undefined) return [];
    const { present, reportedAt } = requireAnswer(db, id, own);
    const answered = { present, reportedAt, own };
    return faultsBeside<AnswerRow>(faulty, { present, wanted }, (after) => answerFaults(db, after, answered));
  },
);

type AnswerRow = AnswerFields & Record<string, unknown>;

/** The answer to a report as it is, of the provider `own` or of staff. */
function requireAnswer(db: Db, id: number, own: number | undefined) {
  const { createdAt: reportedAt } = required(getReport({ db }, id), { code: 'report-gone' });
  const current = getAnswer({ db }, id, own ?? null);
  if (own !== undefined) required(current, { code: 'report-gone' });
  return { present: answerOf(current) as AnswerRow, reportedAt };
}

/** What a form shows of an answer; undefined for one that does not exist yet. */
export function answerOf(given: AnswerFields | undefined): AnswerFields {
  const { outcome = null, delivery = null, words = '' } = given ?? {};
  return { outcome, delivery, words };
}

/** The name of an answer as an edited record. */
export function answerRecord(report: number, own: number | undefined) {
  return own === undefined ? (`answer ${report}` as const) : (`answer ${report}/${own}` as const);
}

interface Answered {
  readonly present: AnswerFields;
  readonly reportedAt: EpochMs;
  readonly own: number | undefined;
}

function answerFaults(db: Db, after: Partial<AnswerFields>, answered: Answered) {
  const { outcome, delivery, words } = after;
  const isCorrected = outcome === 'corrected';
  const isOther = outcome !== undefined && !isCorrected;
  return [
    outcome === null ? faultAt('outcome', { code: 'not-a-choice' }) : undefined,
    outcome === 'not-so' && words === '' ? faultAt('words', { code: 'answer-words-needed' }) : undefined,
    delivery != null && isOther ? faultAt('delivery', { code: 'delivery-without-correction' }) : undefined,
    delivery === null && isCorrected ? faultAt('delivery', { code: 'delivery-needed' }) : undefined,
    delivery != null && isCorrected ? deliveryFault(db, delivery, answered) : undefined,
  ];
}

function deliveryFault(db: Db, delivery: number, { present, reportedAt, own }: Answered): Fault | undefined {
  if (own !== undefined && getDelivery({ db }, own, delivery) === undefined)
    return faultAt('delivery', { code: 'no-such-delivery', delivery });
  const { createdAt } = requireReady(db, delivery);
  // what was delivered before a report cannot correct it: the visitor saw the coverage as it was after that
  const isBefore = delivery !== present.delivery && createdAt <= reportedAt;
  return isBefore ? faultAt('delivery', { code: 'delivery-before-report', delivery }) : undefined;
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
