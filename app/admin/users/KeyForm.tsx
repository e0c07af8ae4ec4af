'use client';
import { Alert, Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { CopyText } from '#components/admin/CopyText.tsx';
import { ActionForm, unchanged, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { Stage } from '#components/admin/Stage.tsx';
import type { IssuedKey, keyFields, ReplacementKey } from '#flows/access/keys.ts';
import { keyScopes } from '#lib/access/keys/scopes.ts';
import { keyPerDay, keyPerSecond } from '#lib/access/limit/policy.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { timeField } from '#lib/time/typed-time.ts';
import { changeKey, issueKey, type KeyValues, replaceKey, revokeKey } from './actions.ts';
import styles from './KeyForm.module.css';
import { keyOverlaps, scopeWords } from './key-words.ts';

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

/** The labels of the terms of a key. */
const termLabels = {
  label: 'Label',
  expiresAt: 'Expires',
  perSecond: 'Limit, requests a second',
  perDay: 'Limit, requests a day',
  origins: 'Allowed web origins',
  scopes: 'May be used for',
};

/** The terms of a key. */
export function TermFields({ form }: { readonly form: UseFormReturnType<KeyValues> }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={termLabels.label}
          description="What the key is for."
          autoComplete="off"
          {...form.getInputProps('label')}
        />
        <DateInput
          withTime
          label={termLabels.expiresAt}
          description="New Zealand time. Empty: never."
          {...form.getInputProps('expiresAt')}
        />
        <TextInput
          label={termLabels.perSecond}
          description={`Empty: the default, ${keyPerSecond}.`}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('perSecond')}
        />
        <TextInput
          label={termLabels.perDay}
          description={`Empty: the default, ${keyPerDay.toLocaleString('en-NZ')}.`}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('perDay')}
        />
      </SimpleGrid>
      <Textarea
        label={termLabels.origins}
        description="One per line, like https://example.nz. The key then works only on pages of these sites. Empty: anywhere."
        autosize
        minRows={2}
        spellCheck={false}
        {...form.getInputProps('origins')}
      />
      <Checkbox.Group
        label={termLabels.scopes}
        description="Requests in bulk and addresses need their version too."
        {...form.getInputProps('scopes')}
      >
        <Group mt="xs">
          {keyScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeWords[scope]} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  );
}

interface ReplaceKeyFormProps {
  readonly id: number;
  readonly prefix: string;
  /** When the old key expires: the default for the new one. */
  readonly expiresAt: string;
  /** Of the page with the form. */
  readonly revision: number;
}

/** Issues a new key on the same terms; the old key ends after a while. */
export function ReplaceKeyForm({ id, prefix, expiresAt, revision }: ReplaceKeyFormProps) {
  const [replacement, setReplacement] = useState<ReplacementKey>();
  const router = useRouter();
  const close = () => {
    setReplacement(undefined);
    router.refresh();
  };
  const values = { id, overlapMs: '7d', expiresAt };
  const { form, ...state } = useActionForm<typeof values, ReplacementKey>(
    values,
    (typed) => replaceKey(typed, revision),
    (issued) => {
      setReplacement(issued);
      // a refreshed page has no such form for a key that has ended, and so would lose the text of the new one
      return unchanged;
    },
  );
  if (replacement !== undefined) {
    return (
      <Stage name="key">
        <IssuedKeyCard text={replacement.text} onClose={close}>
          <p>
            The old key, {prefix}…, ends: <Instant at={replacement.oldEndsAt} />.
          </p>
        </IssuedKeyCard>
      </Stage>
    );
  }
  return (
    <Stage name="form">
      <ActionForm state={state} label="Replace the key" variant="default">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NativeSelect
            label="The old key"
            description="How long both keys work."
            data={keyOverlaps.map(({ value, label }) => ({ value, label }))}
            {...form.getInputProps('overlapMs')}
          />
          <DateInput
            withTime
            label="The new key expires"
            description="New Zealand time. Empty: never."
            {...form.getInputProps('expiresAt')}
          />
        </SimpleGrid>
      </ActionForm>
    </Stage>
  );
}

interface IssuedKeyCardProps {
  readonly text: string;
  /** Shown above the key. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** The text of a new key. It is shown on this screen only and not stored (N11). */
function IssuedKeyCard({ text, children, onClose }: IssuedKeyCardProps) {
  return (
    <Alert variant="light" title="The new key" role="alert">
      <Stack>
        <p>Copy it now and hand it over safely: it is shown only once and is not stored.</p>
        {children}
        <Group align="flex-end">
          <TextInput
            label="Key"
            value={text}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
            classNames={{ root: styles.field, input: styles.text }}
          />
          <CopyText text={text} label="Copy the key" variant="filled" />
          <Button variant="default" onClick={onClose}>
            I have it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

interface RevokeKeyButtonProps {
  readonly id: number;
  readonly prefix: string;
  readonly user: string;
  /** Of the page with the button. */
  readonly revision: number;
  readonly size?: 'xs' | 'sm';
}

export function RevokeKeyButton({ id, prefix, user, revision, size = 'xs' }: RevokeKeyButtonProps) {
  return (
    <ConfirmButton
      label="Revoke"
      description={`Revoke key ${prefix}… of ${user}`}
      question={`Revoke key ${prefix}… of ${user}?`}
      detail="It is refused permanently, on every server within a second. To allow time for a change, replace it instead."
      size={size}
      action={() => revokeKey(id, revision)}
    />
  );
}
