'use client';

import { Button, Radio, Stack } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { FileUpload } from '#components/admin/upload/FileUpload.tsx';
import { compareFeed } from './actions.ts';
import type { FeedValues } from './forms.ts';

const begin: FeedValues = { uploadId: '', kind: '' };

/** Uploads a register file and has it compared; nothing changes before the difference is confirmed. */
export function FeedForm({ mostBytes }: { readonly mostBytes: number }) {
  const { form, sentence, isPending, submit } = useActionForm(begin, compareFeed, (work) =>
    goTo(`/admin/register/feeds/preview/${work}`),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={form.errors.uploadId ?? sentence} />
        <FileUpload
          queue="register"
          label="Drop a register file here"
          description="CSV (domain,registered,cancel_date) or one JSON object a line, plain or packed with gzip."
          mostBytes={mostBytes}
          onUploaded={(uploadId) => form.setFieldValue('uploadId', uploadId)}
          onCleared={() => form.setFieldValue('uploadId', '')}
        />
        <Radio.Group label="What the file is" {...form.getInputProps('kind')}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="replace"
              label="The whole register"
              description="Names it lacks are missing; those that are missing twice running are removed."
            />
            <Radio value="merge" label="Changes" description="Names it does not mention stay as they are." />
          </Stack>
        </Radio.Group>
        <div>
          <Button type="submit" loading={isPending}>
            Show the difference
          </Button>
        </div>
      </Stack>
    </form>
  );
}
