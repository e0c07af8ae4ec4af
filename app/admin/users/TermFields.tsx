'use client';

import { Checkbox, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import { keyScopes } from '#lib/access/keys/scopes.ts';
import { keyPerDay, keyPerSecond } from '#lib/access/limit/policy.ts';
import type { KeyValues } from './forms.ts';
import { scopeWords } from './scope-words.ts';

/** The labels of the terms of a key. */
export const termLabels = {
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
