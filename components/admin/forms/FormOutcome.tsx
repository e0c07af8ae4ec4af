import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormErrorProps {
  /** Nothing is shown while it is undefined. */
  readonly sentence: ReactNode;
}

/** Why something was refused, above the form; screen readers announce it immediately. */
export function FormError({ sentence }: FormErrorProps) {
  if (sentence === undefined) return null;
  return (
    <Alert color="fault" variant="light" role="alert">
      {sentence}
    </Alert>
  );
}

/** A confirmation, which screen readers announce. Nothing is shown while it is undefined. */
export function Done({ sentence }: { readonly sentence: string | undefined }) {
  return (
    <Text component="p" role="status" size="sm" c="var(--color-available)" fw={600}>
      {sentence}
    </Text>
  );
}
