'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { confirmSecondFactor } from '#app/admin/login/actions.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';

/** The code of the authenticator app, or a recovery code. */
export function SecondFactorForm() {
  const { form, sentence, isPending, submit } = useActionForm({ code: '' }, confirmSecondFactor, goTo);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError sentence={sentence} />
        <TextInput
          label="Code"
          description="The six digits that your authenticator app shows, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={isPending}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}
