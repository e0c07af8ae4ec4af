import type { Metadata } from 'next';
import { callerEmail } from '#app/(developers)/caller.ts';
import { signOut } from '#app/(developers)/developers/actions.ts';
import { ownKeys, ownRegistrars, ownRequests, usedToday } from '#app/(developers)/own-access.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { pageWords } from '#app/page-words.ts';
import styles from '#components/developers/account/account.module.css';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { ButtonForm } from '#components/developers/forms/ButtonForm.tsx';
import { fill } from '#lib/messages/developers/words.ts';
import { inLanguage } from '#lib/messages/language.ts';
import { timeWords } from '#lib/time/date-words.ts';
import { KeyCard } from './KeyCard.tsx';
import { RegistrarCard } from './RegistrarCard.tsx';

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
        {ownRequests(email).map(({ id, kind, state, createdAt, reason }) => (
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
      <p>
        <a href={inLanguage('/developers/ask', language)}>{words.ask}</a> ·{' '}
        <a href={inLanguage('/developers/ask-networks', language)}>{words.askNetworks}</a>
      </p>
    </DeveloperPage>
  );
}
