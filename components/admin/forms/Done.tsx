import { Text } from '@mantine/core';

/** That something was done; a screen reader says it when it appears. Nothing is shown while it is undefined. */
export function Done({ sentence }: { readonly sentence: string | undefined }) {
  return (
    <Text component="p" role="status" size="sm" c="var(--color-available)" fw={600}>
      {sentence}
    </Text>
  );
}
