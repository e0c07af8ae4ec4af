'use client';

import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { listedStatuses } from '#lib/registry/status.ts';

interface ListedFieldsProps {
  readonly status: ComponentProps<typeof NativeSelect>;
  readonly reason: TextInputProps;
}

/** The status and reason of a listed name. */
export function ListedFields({ status, reason }: ListedFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Status"
        description="Only names directly below .nz can be Conflicted or Resolved."
        data={[...listedStatuses]}
        {...status}
      />
      <TextInput
        label="Reason"
        description="For staff only; the API does not show it."
        autoComplete="off"
        {...reason}
      />
    </>
  );
}
