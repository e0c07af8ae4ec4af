'use client';

import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProviderChoice } from './provider-choices.ts';

interface ProviderFieldProps {
  readonly value: number | null;
  readonly onChange: (provider: number | null) => void;
  readonly error?: ReactNode;
  readonly providers: readonly ProviderChoice[];
}

/** Asks which network provider a person with the role Provider belongs to. */
export function ProviderField({ value, onChange, error, providers }: ProviderFieldProps) {
  return (
    <NativeSelect
      label="Network provider"
      description="They see and deliver only the coverage of this provider."
      data={[{ value: '', label: 'Choose' }, ...providers]}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
      error={error}
    />
  );
}
