'use client';

import { SimpleGrid } from '@mantine/core';
import type { ComponentProps } from 'react';
import { DateInput } from '#components/admin/forms/DateInput.tsx';

type Field = Omit<ComponentProps<typeof DateInput>, 'label'>;

/** The period in which an entry is valid. */
export function PeriodFields({ from, until }: { readonly from: Field; readonly until: Field }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <DateInput withTime label="Valid from" description="New Zealand time. Empty: now." {...from} />
      <DateInput withTime label="Valid until" description="New Zealand time. Empty: no end." {...until} />
    </SimpleGrid>
  );
}
