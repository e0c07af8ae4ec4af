'use client';

import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import { keyPerDay, keyPerSecond } from '#lib/access/limit/defaults.ts';
import type { KeyValues } from './forms.ts';

/** The terms of a key. */
export function TermFields({ form }: { readonly form: UseFormReturnType<KeyValues> }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Label"
          description="What the key is for."
          autoComplete="off"
          {...form.getInputProps('label')}
        />
        <DateInput
          withTime
          label="Expires"
          description="New Zealand time. Empty: never."
          {...form.getInputProps('expiresAt')}
        />
        <TextInput
          label="Limit, requests a second"
          description={`Empty: the default, ${keyPerSecond}.`}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('perSecond')}
        />
        <TextInput
          label="Limit, requests a day"
          description={`Empty: the default, ${keyPerDay.toLocaleString('en-NZ')}.`}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('perDay')}
        />
      </SimpleGrid>
      <Textarea
        label="Allowed web origins"
        description="One a line, like https://example.nz. The key then works only on pages of these sites. Empty: anywhere."
        autosize
        minRows={2}
        spellCheck={false}
        {...form.getInputProps('origins')}
      />
    </>
  );
}
