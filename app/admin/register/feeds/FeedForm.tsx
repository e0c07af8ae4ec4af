'use client';

import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { goTo, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { FileUpload } from '#components/admin/upload/FileUpload.tsx';
import { counted } from '#lib/counted.ts';
import { feedColumns } from '#lib/registry/import/feed-row.ts';
import { compareFeed, importFeed } from './actions.ts';

interface FeedFormProps {
  readonly mostBytes: number;
  /** What the last file was; empty without one. */
  readonly usualKind: '' | 'replace' | 'merge';
}

/**
 * Uploads a register file and compares it with the register as soon as it has arrived and its kind is chosen; nothing
 * changes before the import is confirmed.
 */
export function FeedForm({ mostBytes, usualKind }: FeedFormProps) {
  const { form, sentence, isPending, submit } = useActionForm({ uploadId: '', kind: usualKind }, compareFeed, (job) =>
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
        <Radio.Group
          label="The file is"
          description={usualKind === '' ? undefined : 'As the last one was, unless you choose.'}
          {...form.getInputProps('kind')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="replace"
              label="The whole register"
              description="Names that are not in it count as missing; names missing from two files in a row are removed."
            />
            <Radio value="merge" label="Changes" description="Names that are not in it stay as they are." />
          </Stack>
        </Radio.Group>
        <FileUpload
          queue="register"
          label="Drop a register file here"
          description={`CSV (${feedColumns.join(',')}) or one JSON object a line, plain or gzip.`}
          mostBytes={mostBytes}
          onStarted={() => {
            setSending(true);
            setWaiting(form.values.kind !== '');
          }}
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

interface ConfirmImportProps {
  readonly comparison: number;
  /** How many names a full file lacks, and how many it may, if it lacks too many. */
  readonly tooMany: { readonly absent: number; readonly allowed: number } | undefined;
}

/** Imports a compared file. For a file that lacks too many names, their number must be typed first. */
export function ConfirmImport({ comparison, tooMany }: ConfirmImportProps) {
  const { form, sentence, isPending, submit } = useActionForm({ comparison, typed: '' }, importFeed, (job) =>
    goTo(`/admin/jobs/${job}`),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        {tooMany === undefined ? (
          <Text>All changes take effect at the same instant, and the import can be undone.</Text>
        ) : (
          <>
            <Text>
              The file lacks {counted(tooMany.absent, 'name that is', 'names that are')} in the register; a full file
              may lack {tooMany.allowed.toLocaleString('en-NZ')}. It may be incomplete. No name becomes available
              because it is missing once.
            </Text>
            <TextInput
              label={`If the file is complete, type ${tooMany.absent} to import it`}
              autoComplete="off"
              inputMode="numeric"
              maw="20rem"
              {...form.getInputProps('typed')}
            />
          </>
        )}
        <div>
          <Button type="submit" loading={isPending}>
            Import the file
          </Button>
        </div>
      </Stack>
    </form>
  );
}
