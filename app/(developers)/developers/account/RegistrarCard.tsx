import { endOwnNetwork } from '#app/(developers)/developers/actions.ts';
import type { ownRegistrars } from '#app/(developers)/own-access.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import styles from '#components/developers/account/account.module.css';
import { Fold } from '#components/developers/account/Fold.tsx';
import { ButtonForm } from '#components/developers/forms/ButtonForm.tsx';
import { registrarPerSecond } from '#lib/access/limit/defaults.ts';
import { fill } from '#lib/messages/developers/words.ts';
import { Use } from './Use.tsx';

/** The networks of a registrar whose contact the caller is. */
export function RegistrarCard({ registrar }: { readonly registrar: ReturnType<typeof ownRegistrars>[number] }) {
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
