import type { Metadata } from 'next';
import { pageWords } from '#app/page-words.ts';
import { type PointPageProps, pointOfPage } from '#app/point-page.ts';
import { MessagePage } from '#components/frame/MessagePage.tsx';
import { Button } from '#components/ui/Button.tsx';
import { SelectField } from '#components/ui/SelectField.tsx';
import { keptDays } from '#db/broadband/lookup.ts';
import { connections } from '#db/client.ts';
import { type AskedDay, readAskedDay } from '#lib/broadband/asked-day.ts';
import { now } from '#lib/clock.ts';
import { changesBetween } from '#lib/map/answer/changes.ts';
import type { Outcome } from '#lib/map/answer/outcome.ts';
import { formatDay } from '#lib/map/answer/words.ts';
import { formatPoint } from '#lib/map/degrees.ts';
import { type NamedPoint, permalinkOf } from '#lib/map/permalink.ts';
import type { Language } from '#lib/messages/language.ts';
import type { Say } from '#lib/messages/say.ts';
import { versionOfDay } from '#server/broadband/coverage.ts';
import { pageFacts } from '#server/pages/rendered/page-facts.ts';
import { pageOutcome, pastOutcome } from '#server/pages/rendered/page-outcome.ts';
import styles from './history.module.css';
import { PastAnswer } from './PastAnswer.tsx';

export async function generateMetadata(props: PointPageProps): Promise<Metadata> {
  const { say } = pageWords();
  // points are people's homes
  return { title: titleOf(say, await pointOfPage(props)), robots: { index: false } };
}

/** What has changed at a point since a day whose coverage is kept, and the answer of that day. Works without scripts. */
export default async function HistoryPage(props: PointPageProps) {
  const asked = await pointOfPage(props);
  const { since } = await props.searchParams;
  const { say, language } = pageWords();
  // the first is that of the present version
  const [, ...days] = keptDays(connections().reader);
  const chosen = typeof since === 'string' ? since : days[0];
  const parsed = chosen === undefined ? undefined : readAskedDay(`as_of=${chosen}`, now());
  const day = parsed === undefined || 'code' in parsed || typeof versionOfDay(parsed) !== 'number' ? undefined : parsed;
  const offered = day === undefined ? days : [...new Set([day.day, ...days])].toSorted().toReversed();
  return (
    <MessagePage title={titleOf(say, asked)}>
      <p>
        <a href={permalinkOf(asked, language)}>{say('history.back')}</a>
      </p>
      {days.length === 0 && <p>{say('history.none')}</p>}
      {days.length > 0 && day === undefined && <p role="alert">{say('history.not-kept')}</p>}
      {days.length > 0 && <Choice {...{ say, language, asked }} days={offered} chosen={day?.day ?? offered[0] ?? ''} />}
      {days.length > 0 && day !== undefined && <Changes say={say} asked={asked} since={day} />}
    </MessagePage>
  );
}

function titleOf(say: Say, { point, address }: NamedPoint): string {
  return say('history.title', { place: address ?? formatPoint(say, point) });
}

interface ChoiceProps {
  readonly say: Say;
  readonly language: Language;
  readonly asked: NamedPoint;
  readonly days: readonly string[];
  readonly chosen: string;
}

function Choice({ say, language, asked: { address }, days, chosen }: ChoiceProps) {
  return (
    <form className={styles.choice}>
      <SelectField
        name="since"
        label={say('history.since')}
        options={days.map((day) => [day, formatDay(say, day)])}
        value={chosen}
      />
      {address !== undefined && <input type="hidden" name="address" value={address} />}
      {language !== 'en' && <input type="hidden" name="lang" value={language} />}
      <Button type="submit">{say('history.show')}</Button>
    </form>
  );
}

interface ChangesProps {
  readonly say: Say;
  readonly asked: NamedPoint;
  readonly since: AskedDay;
}

async function Changes({ say, asked, since }: ChangesProps) {
  const { supportEmail, demonstration } = pageFacts();
  const [then, present] = [await pastOutcome(asked.point, since), await pageOutcome(asked.point)];
  const day = formatDay(say, since.day);
  const [before, after] = [resultsOf(then), resultsOf(present)];
  if (before === undefined || after === undefined) {
    const outcome = after === undefined ? present : then;
    return <PastAnswer question={{ ...asked, origin: 'link', outcome }} {...{ supportEmail, demonstration }} />;
  }
  const changes = changesBetween(say, before, after);
  return (
    <>
      <section className={styles.changes}>
        <h2>{say('history.changes', { day })}</h2>
        {changes.length === 0 ? (
          <p>{say('history.same', { day })}</p>
        ) : (
          <ul>
            {changes.map((change) => (
              <li key={change}>
                <bdi>{change}</bdi>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={styles.then}>
        <h2>{say('history.then', { day })}</h2>
        <PastAnswer question={{ ...asked, origin: 'link', outcome: then }} {...{ supportEmail, demonstration }} />
      </section>
    </>
  );
}

/** The results of an outcome that is an answer. */
function resultsOf(outcome: Outcome) {
  if (outcome.kind === 'nothing here') return [];
  return outcome.kind === 'answered' ? outcome.results : undefined;
}
