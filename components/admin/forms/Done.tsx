import { Text } from '@mantine/core';

/** A confirmation, which screen readers announce. Nothing is shown while it is undefined. */
export function Done({ sentence }: { readonly sentence: string | undefined }) {
  return (
    <Text component="p" role="status" size="sm" c="var(--color-available)" fw={600}>
      {sentence}
    </Text>
  );
}
