import type { Metadata } from 'next';
import { KeyTermsForm } from '#app/admin/users/KeyForm.tsx';
import { type KeyParams, KeyScreen, openKey } from '#app/admin/users/KeyScreen.tsx';
import { Section } from '#components/admin/Section.tsx';
import { keyFields } from '#flows/access/keys.ts';

export const metadata: Metadata = { title: 'Key: settings' };

export default async function KeySettingsPage({ params }: { params: KeyParams }) {
  const opened = await openKey(params);
  const { apiKey, state, revision, mayEdit } = opened;
  return (
    <KeyScreen opened={opened}>
      {mayEdit ? (
        <Section title="Label and terms">
          <KeyTermsForm id={apiKey.id} opened={{ revision, fields: keyFields(apiKey) }} />
        </Section>
      ) : (
        <p>{state === 'revoked' ? 'A revoked key cannot be changed.' : 'An editor can change the key.'}</p>
      )}
    </KeyScreen>
  );
}
