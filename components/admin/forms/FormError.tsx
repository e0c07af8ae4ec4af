import { Alert } from '@mantine/core';
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
