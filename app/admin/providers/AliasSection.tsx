'use client';

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import styles from './AliasSection.module.css';
import { addAlias, removeAlias } from './actions.ts';

interface AliasSectionProps {
  readonly id: number;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly mayEdit: boolean;
  /** Of the page with the list. */
  readonly revision: number;
}

/** The other names that files use for a provider. */
export function AliasSection({ id, name, aliases, mayEdit, revision }: AliasSectionProps) {
  return (
    <Stack maw="36rem">
      {aliases.length === 0 ? (
        <p>Files use its name only.</p>
      ) : (
        <ul className={styles.aliases}>
          {aliases.map((alias) => (
            <li key={alias}>
              <span>{alias}</span>
              {mayEdit && (
                <ConfirmButton
                  label="Remove"
                  description={`Remove ${alias}`}
                  question={`Remove ${alias}?`}
                  detail={`Files that use this name for ${name} will no longer be understood.`}
                  action={() => removeAlias(id, alias, revision)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && <AliasForm id={id} />}
    </Stack>
  );
}

function AliasForm({ id }: { readonly id: number }) {
  const { form, sentence, isPending, submit } = useActionForm(
    { alias: '' },
    (values) => addAlias(id, values),
    () => {
      form.reset();
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError sentence={form.errors.alias === undefined ? sentence : undefined} />
        <Group align="flex-end">
          <TextInput
            className={styles.field}
            label="Another name"
            description="Capital letters, spaces around the name and how macrons are typed do not matter."
            autoComplete="off"
            {...form.getInputProps('alias')}
          />
          <Button type="submit" variant="default" loading={isPending}>
            Add name
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
