'use client';

import { Radio, RadioGroup, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type Role, roles, roleWords } from '#lib/staff/role.ts';
import { ProviderField } from './ProviderField.tsx';
import type { ProviderChoice } from './provider-choices.ts';

export type RoleValues = {
  readonly role: Role;
  readonly provider: number | null;
};

type FieldProps = ReturnType<UseFormReturnType<RoleValues>['getInputProps']>;

interface RoleFieldsProps {
  readonly label: string;
  readonly role: FieldProps;
  readonly provider: FieldProps;
  readonly providers: readonly ProviderChoice[];
}

/** Asks for a role, and for the provider of a provider's person. */
export function RoleFields({ label, role, provider, providers }: RoleFieldsProps) {
  return (
    <>
      <RadioGroup label={label} {...role}>
        <Stack gap="xs" mt="xs">
          {roles.map((known) => (
            <Radio key={known} value={known} label={roleWords[known]} />
          ))}
        </Stack>
      </RadioGroup>
      {role.value === 'provider' && (
        <ProviderField {...{ providers, value: provider.value, onChange: provider.onChange, error: provider.error }} />
      )}
    </>
  );
}
