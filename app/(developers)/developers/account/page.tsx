import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { callerEmail, mailing } from '#app/(developers)/caller.ts';
import {
  changeOwnKey,
  endOwnKey,
  endOwnNetwork,
  makeOwnKey,
  replaceOwnKey,
  signOut,
} from '#app/(developers)/developers/actions.ts';
import { ownKeys, ownRegistrars, ownRequests, usedToday, useOf } from '#app/(developers)/own-access.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { pageWords } from '#app/page-words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { ButtonForm } from '#components/developers/forms/ButtonForm.tsx';
import { KeyTermsForm, type OwnTerms } from '#components/developers/forms/KeyTermsForm.tsx';
import { ScrollGroup } from '#components/ui/ScrollGroup.tsx';
import { overlapDays } from '#flows/access/requests/own-access.ts';
import { keyStateOf } from '#lib/access/keys/api-key.ts';
import { keyScopes } from '#lib/access/keys/scopes.ts';
import { keyPerDay, keyPerSecond, registrarPerSecond } from '#lib/access/limit/policy.ts';
import { now } from '#lib/clock.ts';
import { type DeveloperWords, fill } from '#lib/messages/developers/words.ts';
import { inLanguage } from '#lib/messages/language.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { timeWords } from '#lib/time/date-words.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { durationWords, startWords } from '#lib/usage/words.ts';
import styles from './account.module.css';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().account, robots: { index: false } };
}

/** Keys, networks and requests of whoever is signed in. */
export default async function Page() {
  const words = developerPageWords();
  const { language } = pageWords();
  const email = await callerEmail();
  if (email === undefined) {
    return (
      <DeveloperPage title={words.account} intro={words.signedOutText}>
        <p>
          <a href={inLanguage('/developers/sign-in', language)}>{words.signIn}</a>
        </p>
      </DeveloperPage>
    );
  }
  const used = usedToday();
  const requests = ownRequests(email);
  const isAnyOpen = requests.some(({ state }) => state === 'open');
  const keys = ownKeys(email);
  const registrars = ownRegistrars(email);
  return (
    <DeveloperPage title={words.account} intro={fill(words.accountFor, { email })}>
      <ButtonForm action={signOut} values={{}} submit={words.signOut} done={words.signedOut} refreshes />
      <h2>{words.keys}</h2>
      {keys.length === 0 && <p>{words.noKeys}</p>}
      {keys.map((key) => (
        <KeyCard key={key.id} ownKey={key} usedToday={used.get(`key:${key.id}`) ?? 0} />
      ))}
      {registrars.map((registrar) => (
        <RegistrarCard key={registrar.id} registrar={registrar} />
      ))}
      <h2>{words.requests}</h2>
      <ul className={styles.networks}>
        {requests.map(({ id, kind, state, createdAt, reason }) => (
          <li key={id}>
            {kind === 'key' ? words.ask : words.askNetworks}, {timeWords(createdAt)}: {words[state]}
            {reason !== '' && ` (${reason})`}
            {state === 'approved' && (
              <>
                {' '}
                <a href={inLanguage(`/developers/key?request=${id}`, language)}>{words.getKey}</a>
              </>
            )}
          </li>
        ))}
      </ul>
      {isAnyOpen && <p>{mailing().isMailSet ? words.decisionByMail : words.decisionWithoutMail}</p>}
      <p>
        <a href={inLanguage('/developers/ask', language)}>{words.ask}</a> ·{' '}
        <a href={inLanguage('/developers/ask-networks', language)}>{words.askNetworks}</a>
      </p>
    </DeveloperPage>
  );
}

/** The networks of a registrar whose contact the caller is. */
function RegistrarCard({ registrar }: { readonly registrar: ReturnType<typeof ownRegistrars>[number] }) {
  const words = developerPageWords();
  const { id, name, networks, perSecond } = registrar;
  return (
    <article className={styles.card} aria-labelledby={`registrar-${id}`}>
      <h3 id={`registrar-${id}`}>{fill(words.ofRegistrar, { name })}</h3>
      <p>
        {words.limitsOf}: {fill(words.perSecond, { count: (perSecond ?? registrarPerSecond).toLocaleString('en-NZ') })}
      </p>
      {networks.length === 0 && <p>{words.noNetworks}</p>}
      <ul className={styles.networks}>
        {networks.map((entry) => (
          <li key={entry.id}>
            <code>{entry.network}</code> {entry.note}
            <Fold title={words.removeNetwork}>
              <p>{words.removeText}</p>
              <ButtonForm
                action={endOwnNetwork}
                values={{ id: String(entry.id) }}
                submit={`${words.removeNetwork}: ${entry.network}`}
                done={words.done}
                refreshes
              />
            </Fold>
          </li>
        ))}
      </ul>
      <Fold title={words.use}>
        <Use api="registry" accountId={id} />
      </Fold>
    </article>
  );
}

interface KeyCardProps {
  readonly ownKey: ReturnType<typeof ownKeys>[number];
  readonly usedToday: number;
}

/** A key of the caller: its terms, its use, and how to replace or end it. */
function KeyCard({ ownKey, usedToday }: KeyCardProps) {
  const words = developerPageWords();
  const { id, prefix, label, createdAt, expiresAt, perSecond, perDay, scopes, origins } = ownKey;
  const state = keyStateOf(ownKey, now());
  const works = state === 'works' || state === 'expiring';
  const values = { id: String(id) };
  const terms: OwnTerms = {
    id,
    label,
    // a key that ends at midnight works on the whole day before
    lastDay: expiresAt === null ? '' : dayOf(expiresAt - 1),
    latest: expiresAt === null ? words.never : timeWords(expiresAt),
    scopes: scopes ?? keyScopes,
    origins: (origins ?? []).join('\n'),
  };
  return (
    <article className={styles.card} aria-labelledby={`key-${id}`}>
      <h3 id={`key-${id}`}>
        <code>{prefix}…</code> {label}
      </h3>
      <dl className={styles.facts}>
        <dt>{words.state}</dt>
        <dd>{words[state]}</dd>
        <dt>{words.created}</dt>
        <dd>{timeWords(createdAt)}</dd>
        <dt>{words.ends}</dt>
        <dd>{expiresAt === null ? words.never : timeWords(expiresAt)}</dd>
        <dt>{words.scopes}</dt>
        <dd>{scopes === null ? words.everything : scopes.join(', ')}</dd>
        {origins !== null && (
          <>
            <dt>{words.origins}</dt>
            <dd>{origins.join(', ')}</dd>
          </>
        )}
        <dt>{words.limitsOf}</dt>
        <dd>
          {fill(words.perSecond, { count: (perSecond ?? keyPerSecond).toLocaleString('en-NZ') })},{' '}
          {fill(words.perDay, { count: (perDay ?? keyPerDay).toLocaleString('en-NZ') })}
        </dd>
        <dt>{words.usedToday}</dt>
        <dd>{usedToday.toLocaleString('en-NZ')}</dd>
      </dl>
      <Fold title={words.use}>
        <Use api="broadband" accountId={id} />
      </Fold>
      {works && (
        <Fold title={words.change}>
          <p>{words.changeText}</p>
          <KeyTermsForm terms={terms} words={words} action={changeOwnKey} submit={words.save} />
        </Fold>
      )}
      {works && (
        <Fold title={words.another}>
          <p>{words.anotherText}</p>
          <KeyTermsForm terms={{ ...terms, label: '' }} words={words} action={makeOwnKey} submit={words.make} />
        </Fold>
      )}
      {works && (
        <Fold title={words.replace}>
          <p>{fill(words.replaceText, { days: overlapDays })}</p>
          <ButtonForm
            action={replaceOwnKey}
            values={values}
            submit={words.replace}
            done={null}
            keyWords={words}
            refreshes
          />
        </Fold>
      )}
      {works && (
        <Fold title={words.end}>
          <p>{words.endText}</p>
          <ButtonForm action={endOwnKey} values={values} submit={words.endKey} done={words.revoked} refreshes />
        </Fold>
      )}
    </article>
  );
}

/** The requests of a key or registrar: the last 24 hours by the hour, and the last 30 days by the day. */
function Use({ api, accountId }: { readonly api: UsageApi; readonly accountId: number }) {
  const words = developerPageWords();
  const [day, month] = [useOf(api, accountId, '24h'), useOf(api, accountId, '30d')];
  const timeOf = (p95Ms: number | undefined) =>
    p95Ms === undefined ? null : <p>{fill(words.timeOfOwn, { time: durationWords(p95Ms) })}</p>;
  return (
    <>
      <UseTable words={words} caption={words.lastDay} span="hour" rows={day.rows} note={timeOf(day.p95Ms)} />
      <UseTable words={words} caption={words.lastMonth} span="day" rows={month.rows} note={timeOf(month.p95Ms)} />
    </>
  );
}

interface UseTableProps {
  readonly words: DeveloperWords;
  readonly caption: string;
  readonly span: 'hour' | 'day';
  readonly rows: readonly {
    readonly startsAt: number;
    readonly answered: number;
    readonly refused: number;
    readonly failed: number;
    readonly p95Ms: number | undefined;
  }[];
  readonly note: ReactNode;
}

/** Requests by the hour or day, how they ended, and what 95 % of their answers did not exceed. */
function UseTable({ words, caption, span, rows, note }: UseTableProps) {
  const number = (count: number) => count.toLocaleString('en-NZ');
  return (
    <ScrollGroup label={caption} className={styles.use}>
      <h4>{caption}</h4>
      {rows.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">{words.total}</th>
              <th scope="col">{words.requests200}</th>
              <th scope="col">{words.refused}</th>
              <th scope="col">{words.failed}</th>
              <th scope="col">p95</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ startsAt, answered, refused, failed, p95Ms }) => (
              <tr key={startsAt}>
                <th scope="row">{startWords(span, startsAt)}</th>
                <td>{number(answered + refused + failed)}</td>
                <td>{number(answered)}</td>
                <td>{number(refused)}</td>
                <td>{number(failed)}</td>
                <td>{p95Ms === undefined ? '–' : durationWords(p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note}
    </ScrollGroup>
  );
}

/** Something behind a heading that opens it, without JavaScript too. */
function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
