'use client';

import { useState } from 'react';
import { ActionForm } from '#components/admin/forms/ActionForm.tsx';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import { Stage } from '#components/admin/Stage.tsx';
import type { IssuedKey, keyFields } from '#flows/access/keys.ts';
import { keyScopes } from '#lib/access/keys/scopes.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { timeField } from '#lib/time/typed-time.ts';
import { changeKey, issueKey } from './actions.ts';
import type { KeyValues } from './forms.ts';
import { IssuedKeyCard } from './IssuedKeyCard.tsx';
import { TermFields, termLabels } from './TermFields.tsx';

const noTerms: KeyValues = { label: '', expiresAt: '', perSecond: '', perDay: '', origins: '', scopes: [...keyScopes] };

/** Issues a key to a user and shows its text once. */
export function IssueKeyForm({ userId }: { readonly userId: number }) {
  const [issued, setIssued] = useState<IssuedKey>();
  const { form, ...state } = useActionForm<KeyValues, IssuedKey>(
    noTerms,
    (values) => issueKey(userId, values),
    (key) => {
      setIssued(key);
      form.setValues(noTerms);
    },
  );
  return (
    <Stage name={issued === undefined ? 'form' : 'key'}>
      {issued === undefined ? (
        <ActionForm state={state} label="Issue the key">
          <TermFields form={form} />
        </ActionForm>
      ) : (
        <IssuedKeyCard text={issued.text} onClose={() => setIssued(undefined)} />
      )}
    </Stage>
  );
}

type KeyFields = ReturnType<typeof keyFields>;

/** Changes the terms of a key. */
export function KeyTermsForm({ id, opened }: { readonly id: number; readonly opened: Opened<KeyFields> }) {
  const { form, state } = useRecordForm<KeyValues, KeyFields>({
    opened,
    empty: noTerms,
    valuesOf: ({ label, expiresAt, perSecond, perDay, origins, scopes }) => ({
      label,
      expiresAt: timeField(expiresAt),
      perSecond: perSecond?.toString() ?? '',
      perDay: perDay?.toString() ?? '',
      origins: origins?.join('\n') ?? '',
      scopes: [...(scopes ?? keyScopes)],
    }),
    save: (changed, seen) => changeKey(id, changed, seen),
  });
  return (
    <RecordForm state={state} labels={termLabels} savedWords="Saved. It takes effect on every server within a second.">
      <TermFields form={form} />
    </RecordForm>
  );
}
