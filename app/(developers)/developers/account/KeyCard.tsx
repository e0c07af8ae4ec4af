import { endOwnKey, replaceOwnKey } from '#app/(developers)/developers/actions.ts';
import type { ownKeys } from '#app/(developers)/own-access.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import styles from '#components/developers/account/account.module.css';
import { Fold } from '#components/developers/account/Fold.tsx';
import { ButtonForm } from '#components/developers/forms/ButtonForm.tsx';
import { overlapDays } from '#flows/access/requests/own-access.ts';
import { keyStateOf } from '#lib/access/keys/key-state.ts';
import { keyPerDay, keyPerSecond } from '#lib/access/limit/defaults.ts';
import { now } from '#lib/clock.ts';
import { fill } from '#lib/messages/developers/words.ts';
import { timeWords } from '#lib/time/date-words.ts';
import { Use } from './Use.tsx';

interface KeyCardProps {
  readonly ownKey: ReturnType<typeof ownKeys>[number];
  readonly usedToday: number;
}

/** A key of the caller: its terms, its use, and how to replace or end it. */
export function KeyCard({ ownKey, usedToday }: KeyCardProps) {
  const words = developerPageWords();
  const { id, prefix, label, createdAt, expiresAt, perSecond, perDay, scopes } = ownKey;
  const state = keyStateOf(ownKey, now());
  const works = state === 'works' || state === 'expiring';
  const values = { id: String(id) };
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
        <Fold title={words.replace}>
          <p>{fill(words.replaceText, { days: overlapDays })}</p>
          <ButtonForm
            action={replaceOwnKey}
            values={values}
            submit={words.replace}
            done={null}
            keyWords={{ label: words.keyLabel, hint: words.keyHint }}
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
