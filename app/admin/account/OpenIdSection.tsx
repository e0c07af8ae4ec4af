import { beginOpenIdConnection } from '#app/admin/login/openid/actions.ts';
import { OpenIdButton } from '#app/admin/login/openid/OpenIdButton.tsx';
import { refusedSentence } from '#app/admin/login/openid/refused-sentence.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { identitiesOf } from '#db/staff/identities.ts';
import { settings } from '#lib/env.ts';

interface OpenIdSectionProps {
  readonly staffId: number;
  /** The code of what went wrong the last time, from the address. */
  readonly refused: string | string[] | undefined;
}

/** Whether the person can sign in with OpenID Connect; nothing where it is not set up. */
export function OpenIdSection({ staffId, refused }: OpenIdSectionProps) {
  const { openId } = settings();
  if (openId === undefined) return null;
  const isConnected = identitiesOf(connections().reader, staffId).some(({ issuer }) => issuer === openId.issuer);
  const title = `Sign in with ${openId.name}`;
  if (isConnected) {
    return (
      <Section title={title}>
        <p>Your account is connected. {openId.name} also decides your role, each time you sign in there.</p>
      </Section>
    );
  }
  return (
    <Section
      title={title}
      intro={`Once your account is connected, you can sign in with ${openId.name}, which then also decides your role here.`}
    >
      <OpenIdButton
        label={`Connect ${openId.name}`}
        action={beginOpenIdConnection}
        refused={refusedSentence(refused, openId.name)}
      />
    </Section>
  );
}
