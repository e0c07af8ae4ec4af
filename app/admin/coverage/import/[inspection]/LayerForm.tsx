'use client';

import { Button, Radio, Stack } from '@mantine/core';
import type { ReadingValues } from '#app/admin/coverage/import/forms.ts';
import { useImportScreen } from '#app/admin/coverage/import/import-screen.tsx';
import { choiceLabels } from '#app/admin/coverage/import/labels.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import type { SourceLayer } from '#lib/broadband/import/source.ts';
import { counted } from '#lib/counted.ts';

interface LayerFormProps {
  readonly layers: readonly SourceLayer[];
  readonly values: ReadingValues;
}

/** Asks which of several layers to read. */
export function LayerForm({ layers, values }: LayerFormProps) {
  const { inspections, readAgain } = useImportScreen();
  const begin = { ...values, layer: layers[0]?.name ?? '' };
  const { form, sentence, isPending, submit } = useActionForm(begin, readAgain, (job) => goTo(`${inspections}/${job}`));
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        <Radio.Group label={choiceLabels.layer} {...form.getInputProps('layer')}>
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
            Read this layer
          </Button>
        </div>
      </Stack>
    </form>
  );
}
