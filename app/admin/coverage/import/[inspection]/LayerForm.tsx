'use client';

import { Button, Radio, Stack } from '@mantine/core';
import { readAgain } from '#app/admin/coverage/import/actions.ts';
import type { ReadingValues } from '#app/admin/coverage/import/forms.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { choiceWords } from '#lib/broadband/import/choice-labels.ts';
import type { SourceLayer } from '#lib/broadband/import/source.ts';
import { counted } from '#lib/counted.ts';

interface LayerFormProps {
  readonly layers: readonly SourceLayer[];
  readonly values: ReadingValues;
}

/** Asks which of several layers is meant. */
export function LayerForm({ layers, values }: LayerFormProps) {
  const begin = { ...values, layer: layers[0]?.name ?? '' };
  const { form, sentence, isPending, submit } = useActionForm(begin, readAgain, (work) =>
    goTo(`/admin/coverage/import/${work}`),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        <Radio.Group label={choiceWords.layer} {...form.getInputProps('layer')}>
          <Stack gap="xs" mt="xs">
            {layers.map(({ name, features }) => (
              <Radio
                key={name}
                value={name}
                label={name}
                description={features === undefined ? undefined : counted(features, 'feature')}
              />
            ))}
          </Stack>
        </Radio.Group>
        <div>
          <Button type="submit" loading={isPending}>
            Look at this layer
          </Button>
        </div>
      </Stack>
    </form>
  );
}
