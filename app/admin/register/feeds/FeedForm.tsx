'use client';

import { Button, Radio, Stack } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { FileUpload } from '#components/admin/upload/FileUpload.tsx';
import { feedColumns } from '#lib/registry/import/feed-row.ts';
import { compareFeed } from './actions.ts';

const empty = { uploadId: '', kind: '' };

/**
 * Uploads a register file and compares it with the register; nothing changes before the import is confirmed. Pressing the
 * button before the upload has ended waits for it.
 */
export function FeedForm({ mostBytes }: { readonly mostBytes: number }) {
  const { form, sentence, isPending, submit } = useActionForm(empty, compareFeed, (job) =>
    goTo(`/admin/register/feeds/preview/${job}`),
  );
  const [isSending, setSending] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const { uploadId } = form.values;
  useEffect(() => {
    if (!isWaiting || uploadId === '') return;
    setWaiting(false);
    element.current?.requestSubmit();
  }, [isWaiting, uploadId]);

  const press = (event: FormEvent<HTMLFormElement>) => {
    if (!isSending) return submit(event);
    event.preventDefault();
    setWaiting(true);
  };
  return (
    <form ref={element} onSubmit={press} noValidate>
      <Stack maw="46rem">
        <FormError sentence={form.errors.uploadId ?? sentence} />
        <FileUpload
          queue="register"
          label="Drop a register file here"
          description={`CSV (${feedColumns.join(',')}) or one JSON object a line, plain or gzip.`}
          mostBytes={mostBytes}
          onStarted={() => setSending(true)}
          onUploaded={(id) => {
            setSending(false);
            form.setFieldValue('uploadId', id);
          }}
          onCleared={() => {
            setSending(false);
            setWaiting(false);
            form.setFieldValue('uploadId', '');
          }}
        />
        <Radio.Group label="The file is" {...form.getInputProps('kind')}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="replace"
              label="The whole register"
              description="Names that it lacks are missing; names missing from two files in a row are removed."
            />
            <Radio value="merge" label="Changes" description="Names that it lacks stay as they are." />
          </Stack>
        </Radio.Group>
        <div>
          <Button type="submit" loading={isPending || isWaiting}>
            Compare with the register
          </Button>
        </div>
        <p role="status">{isWaiting ? 'The file is compared as soon as it has been uploaded.' : ''}</p>
      </Stack>
    </form>
  );
}
