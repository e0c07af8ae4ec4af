import type { Metadata } from 'next';
import { pageWords } from '#app/page-words.ts';
import { MessagePage } from '#components/frame/MessagePage.tsx';
import { getPublishedId, getVersion } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import { answersTo, getReportOfLink, type NamedAnswer } from '#db/reports/answers.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { displayText, formatDay } from '#lib/map/answer/words.ts';
import type { Say } from '#lib/messages/say.ts';
import { hashToken, isTokenShape } from '#lib/staff/secrets.ts';
import { dayOf } from '#lib/time/auckland.ts';
import styles from './report.module.css';

interface OutcomePageProps {
  readonly searchParams: Promise<Readonly<Record<string, unknown>>>;
}

export function generateMetadata(): Metadata {
  // the address has the token
  return { title: pageWords().say('report.page'), robots: { index: false }, referrer: 'no-referrer' };
}

/** What came of a visitor's report, by their link: neither its place nor what anybody wrote to us, only the answers. */
export default async function OutcomePage({ searchParams }: OutcomePageProps) {
  const { say } = pageWords();
  const { token } = await searchParams;
  const { reader } = connections();
  const report =
    typeof token === 'string' && isTokenShape(token) ? getReportOfLink(reader, hashToken(token)) : undefined;
  if (report === undefined) {
    getExchange()?.setPageStatus?.(404);
    return (
      <MessagePage title={say('report.no-report')}>
        <p>{say('report.no-report-why')}</p>
      </MessagePage>
    );
  }
  const answers = answersTo(reader, report.id).filter(({ outcome }) => outcome !== null);
  return (
    <MessagePage title={say('report.outcome', { number: report.id })}>
      <p>{say('report.received', { day: formatDay(say, dayOf(report.createdAt)) })}</p>
      {answers.length === 0 && <p>{say(report.state === 'open' ? 'report.open-state' : 'report.done-state')}</p>}
      {answers.map((answer) => (
        <Answer key={answer.id} answer={answer} say={say} />
      ))}
    </MessagePage>
  );
}

function Answer({ answer, say }: { readonly answer: NamedAnswer; readonly say: Say }) {
  const { provider, words, answeredAt } = answer;
  return (
    <section className={styles.answer}>
      <h2>{provider === null ? say('report.by-staff') : <span lang="en">{displayText(provider)}</span>}</h2>
      <p className={styles.outcome}>{outcomeWords(answer, say)}</p>
      {words !== '' && (
        <p lang="en" className={styles.words}>
          <bdi>{words}</bdi>
        </p>
      )}
      {answeredAt !== null && (
        <p className={styles.day}>{say('report.answered', { day: formatDay(say, dayOf(answeredAt)) })}</p>
      )}
    </section>
  );
}

function outcomeWords({ outcome, delivery }: NamedAnswer, say: Say): string {
  if (outcome === 'confirmed') return say('report.outcome-confirmed');
  if (outcome !== 'corrected' || delivery === null) return say('report.outcome-not-so');
  const { db } = connections().reader;
  // a version that was published before has passed what it corrects on to those after it
  const isPublished = getPublishedId(db) === delivery || getVersion(db, delivery)?.publishedAt != null;
  return say(isPublished ? 'report.outcome-corrected' : 'report.outcome-waiting', { delivery });
}
