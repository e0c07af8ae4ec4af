'use client';

import { SimpleGrid, TextInput, type TextInputProps } from '@mantine/core';

/** From when until when an entry counts. */
export function PeriodFields({ from, until }: { readonly from: TextInputProps; readonly until: TextInputProps }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput type="datetime-local" label="Valid from" description="New Zealand time. Empty: at once." {...from} />
      <TextInput type="datetime-local" label="Valid until" description="New Zealand time. Empty: no end." {...until} />
    </SimpleGrid>
  );
}
