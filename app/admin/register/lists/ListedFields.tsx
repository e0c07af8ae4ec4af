'use client';

import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { listedStatuses } from '#lib/registry/status.ts';

interface ListedFieldsProps {
  readonly status: ComponentProps<typeof NativeSelect>;
  readonly reason: TextInputProps;
}

/** What a list says of a name. */
export function ListedFields({ status, reason }: ListedFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Status"
        description="Conflicted and Resolved exist only directly below .nz."
        data={[...listedStatuses]}
        {...status}
      />
      <TextInput label="Reason" description="For staff; the API does not give it." autoComplete="off" {...reason} />
    </>
  );
}
