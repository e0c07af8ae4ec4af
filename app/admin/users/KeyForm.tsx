'use client';

import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { Stage } from '#components/admin/Stage.tsx';
import type { IssuedKey } from '#flows/access/keys.ts';
import { changeKey, issueKey } from './actions.ts';
import type { KeyValues } from './forms.ts';
import { IssuedKeyCard } from './IssuedKeyCard.tsx';
import { TermFields } from './TermFields.tsx';

const noTerms: KeyValues = { label: '', expiresAt: '', perSecond: '', perDay: '', origins: '' };

/** Issues a key to a user and shows its text once. */
export function IssueKeyForm({ userId }: { readonly userId: number }) {
  const [issued, setIssued] = useState<IssuedKey>();
  const { form, sentence, isPending, submit } = useActionForm<KeyValues, IssuedKey>(
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
        <form onSubmit={submit} noValidate>
          <Stack maw="42rem">
            <FormError sentence={sentence} />
            <TermFields form={form} />
            <Group>
              <Button type="submit" loading={isPending}>
                Issue the key
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <IssuedKeyCard text={issued.text} onClose={() => setIssued(undefined)} />
      )}
    </Stage>
  );
}

/** Changes the terms of a key. */
export function KeyTermsForm({ id, values }: { readonly id: number; readonly values: KeyValues }) {
  const [isSaved, setSaved] = useState(false);
  const { form, sentence, isPending, submit } = useActionForm<KeyValues, void>(
    values,
    (typed) => changeKey(id, typed),
    () => setSaved(true),
  );
  return (
    <form onSubmit={submit} onChange={() => setSaved(false)} noValidate>
      <Stack maw="42rem">
        <FormError sentence={sentence} />
        <TermFields form={form} />
        <Group>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
          <Done sentence={isSaved ? 'Saved. It takes effect on every server within a second.' : undefined} />
        </Group>
      </Stack>
    </form>
  );
}
