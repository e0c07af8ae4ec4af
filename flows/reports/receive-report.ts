import { getProviderByName } from '#db/broadband/providers.ts';
import type { Connection, Db } from '#db/client.ts';
import { askProviders } from '#db/reports/answers.ts';
import { addReport, type ReportedAnswer } from '#db/reports/reports.ts';
import { transact } from '#db/transaction.ts';
import { queueMessage } from '#flows/outbox/queue-message.ts';
import { parseAnswer } from '#lib/map/answer/answer.ts';
import { Refusal } from '#lib/refusal.ts';
import { outcomeLink } from '#lib/reports/outcome.ts';
import type { VisitorReport } from '#lib/reports/visitor-report.ts';
import { generateToken, hashToken } from '#lib/staff/secret-token.ts';
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
