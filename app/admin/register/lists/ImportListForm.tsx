'use client';

import { Button, FileInput, Group, Stack } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState, useTransition } from 'react';
import { ask } from '#components/admin/forms/ActionForm.tsx';
import { Done, FormError } from '#components/admin/forms/FormOutcome.tsx';
import { listedColumns } from '#lib/registry/import/listed-row.ts';
import { importListed } from './actions.ts';
import styles from './ImportListForm.module.css';
import { readListFile } from './read-list-file.ts';

const { required, optional } = listedColumns;

/** Merges a file of names into the list. */
export function ImportListForm() {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<{ readonly sentence?: string; readonly rows?: string }>({});
  const [done, setDone] = useState<string>();
  const [isPending, start] = useTransition();
  const router = useRouter();

  const choose = (chosen: File | null) => {
    setFile(chosen);
    setFault({});
    setDone(undefined);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (file === null) return setFault({ rows: 'Choose a file.' });
    start(async () => {
      const read = await readListFile(file);
      if (!read.ok) return setFault({ rows: read.sentence });
      const result = await ask(() => importListed({ source: file.name, text: read.text }));
      if (!result.ok) {
        const rows = Object.entries(result.fields ?? {}).map(([where, message]) => placed(where, message));
        return setFault({ sentence: result.sentence, rows: rows.join('\n') });
      }
      const { new: added, changed, unchanged } = result.value;
      choose(null);
      setDone(`${added} new, ${changed} changed, ${unchanged} unchanged. The API uses them at once.`);
      router.refresh();
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="42rem">
        <FormError sentence={fault.sentence} />
        <FileInput
          label="File"
          description={`CSV with the columns ${required.join(' and ')}, and optionally ${optional.join(' and ')}; plain or gzip. Names that are already listed are changed; names that are not in the file stay.`}
          placeholder="Choose a file"
          accept=".csv,.gz,text/csv"
          value={file}
          onChange={choose}
          error={fault.rows}
          classNames={{ error: styles.rows }}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the file' }}
        />
        <Group>
          <Button type="submit" variant="default" loading={isPending}>
            Import the file
          </Button>
          <Done sentence={done} />
        </Group>
      </Stack>
    </form>
  );
}

/** A fault of a row, with its line. */
function placed(where: string, message: string): string {
  return where.startsWith('line ') ? `L${where.slice(1)}: ${message}` : message;
}
