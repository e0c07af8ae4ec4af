'use client';
import { Button, Checkbox, Group, NativeSelect, Radio, RadioGroup, Stack, TextInput } from '@mantine/core';
import { goTo, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import { confirmDone } from '#components/admin/shell/Confirmation.tsx';
import type { DefaultSpeedValues } from '#flows/broadband/default-speed-changes.ts';
import type { providerFields } from '#flows/broadband/provider-changes.ts';
import { defaultSpeedFields } from '#lib/broadband/import/offers/speeds.ts';
import { counted } from '#lib/counted.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { speedWords } from '#lib/words/coverage/speeds.ts';
import {
  type ApplyValues,
  addAlias,
  addProvider,
  applyProvider,
  type DefaultSpeedTexts,
  type DeliverableFields,
  type ProviderValues,
  removeAlias,
  saveDefaultSpeeds,
  saveDeliverable,
  saveProvider,
} from './actions.ts';
import styles from './ProviderForm.module.css';
import { speedTitles, wholesaleWords } from './provider-words.ts';

type ProviderFields = ReturnType<typeof providerFields>;

interface ProviderFormProps {
  /** The provider to change; without it a new one is added. */
  readonly id?: number;
  readonly opened?: Opened<ProviderFields>;
}

const labels = { name: 'Name', url: 'Web address', wholesaleNetwork: 'Wholesale network' };

/** Adds a provider, or changes the details of one. */
export function ProviderForm({ id = 0, opened }: ProviderFormProps) {
  const { form, state } = useRecordForm<ProviderValues, ProviderFields>({
    opened,
    valuesOf: (fields) => fields,
    empty: { name: '', url: '', wholesaleNetwork: 'No' },
    add: addProvider,
    save: (changed, seen) => saveProvider(id, changed, seen),
    hrefOf: (added) => `/admin/providers/${added}`,
  });
  return (
    <RecordForm
      state={state}
      labels={labels}
      choices={{ wholesaleNetwork: wholesaleWords }}
      addWords="Add provider"
      savedWords="Saved for future files. Published offers stay as they are."
    >
      <TextInput
        label={labels.name}
        description={
          opened === undefined ? undefined : 'The old name is kept as another name, so that files still match.'
        }
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={labels.url}
        description="Used for offers whose file gives none."
        type="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <NativeSelect
        label={labels.wholesaleNetwork}
        description="Used for offers whose file gives none."
        data={Object.entries(wholesaleWords).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('wholesaleNetwork')}
      />
    </RecordForm>
  );
}

interface DeliverableFormProps {
  readonly id: number;
  readonly opened: Opened<DeliverableFields>;
  /** The technologies in use, by number. */
  readonly technologies: readonly { readonly value: string; readonly label: string }[];
}

type DeliverableValues = { delivers: readonly number[] | null };

/** Chooses the technologies that a provider's people may deliver: all, or some. */
export function DeliverableForm({ id, opened, technologies }: DeliverableFormProps) {
  const { form, state } = useRecordForm<DeliverableValues, DeliverableFields>({
    opened,
    empty: { delivers: null },
    valuesOf: ({ delivers }) => ({ delivers }),
    save: ({ delivers = null }, seen) => saveDeliverable(id, { delivers }, seen),
  });
  const { delivers } = form.values;
  const set = (chosen: readonly number[] | null) => form.setFieldValue('delivers', chosen);
  return (
    <RecordForm state={state} labels={{ delivers: 'Technologies' }}>
      <RadioGroup
        label="Technologies"
        value={delivers === null ? 'all' : 'some'}
        onChange={(value) => set(value === 'all' ? null : [])}
        error={form.errors.delivers}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All, also those that are added later" />
          <Radio value="some" label="Only these" />
        </Stack>
      </RadioGroup>
      {delivers !== null && (
        <Checkbox.Group
          aria-label="Only these technologies"
          value={delivers.map(String)}
          onChange={(values) => set(values.map(Number))}
        >
          <Stack gap="xs">
            {technologies.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </RecordForm>
  );
}

interface DefaultSpeedsFormProps {
  readonly id: number;
  readonly opened: Opened<DefaultSpeedValues>;
  /** Those in use. */
  readonly technologies: readonly { readonly id: number; readonly name: string }[];
}

/** Sets the speeds that a provider's offers get where a file gives none: four for each technology. */
export function DefaultSpeedsForm({ id, opened, technologies }: DefaultSpeedsFormProps) {
  const valuesOf = (fields: DefaultSpeedValues): DefaultSpeedTexts =>
    Object.fromEntries(Object.entries(fields).map(([name, speed]) => [name, speed === null ? '' : String(speed)]));
  const { form, state } = useRecordForm<DefaultSpeedTexts, DefaultSpeedValues>({
    opened,
    valuesOf,
    empty: {},
    save: (changed, seen) => saveDefaultSpeeds(id, changed, seen),
  });
  const labels = defaultSpeedFields(technologies).map(({ name, technology, field }) => [
    name,
    `${technology.name}, ${speedWords[field]}, Mbps`,
  ]);
  return (
    <RecordForm
      state={state}
      labels={Object.fromEntries(labels)}
      savedWords="Saved for future imports. Coverage that is imported already keeps its speeds."
    >
      {technologies.map((technology) => (
        <fieldset key={technology.id} className={styles.technology}>
          <legend>{technology.name}</legend>
          {defaultSpeedFields([technology]).map(({ name, field }) => (
            <TextInput
              key={name}
              label={speedTitles[field]}
              aria-label={`${technology.name}, ${speedWords[field]}, Mbps`}
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps(name)}
            />
          ))}
        </fieldset>
      ))}
    </RecordForm>
  );
}

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
      confirmDone(`Files may now name it “${form.values.alias}”.`);
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

interface ApplyFormProps {
  readonly id: number;
  /** How many published offers have another name, address and wholesale value than the provider. */
  readonly differences: { readonly name: number; readonly url: number; readonly wholesale: number };
  readonly hasUrl: boolean;
  /** Of the page with the form. */
  readonly revision: number;
}

/** Starts the job that makes a version whose published offers have the provider's current details. */
export function ApplyForm({ id, differences, hasUrl, revision }: ApplyFormProps) {
  const begin: ApplyValues = { fields: [] };
  const { form, sentence, isPending, submit } = useActionForm(
    begin,
    (values) => applyProvider(id, values, revision),
    (jobId) => goTo(`/admin/jobs/${jobId}`),
  );
  const { name, url, wholesale } = differences;
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="36rem">
        <FormError sentence={sentence} />
        <p>{`${offersWith(name)} another name. The name is always applied.`}</p>
        <Checkbox.Group label="Also apply, whatever the file said" {...form.getInputProps('fields')}>
          <Stack gap="xs" mt="xs">
            <Checkbox
              value="url"
              disabled={!hasUrl}
              label={
                hasUrl ? `The web address (${offersWith(url)} another one)` : 'The web address: this provider has none'
              }
            />
            <Checkbox value="wholesale" label={`The wholesale value (${offersWith(wholesale)} another one)`} />
          </Stack>
        </Checkbox.Group>
        <div>
          <Button type="submit" variant="default" loading={isPending}>
            Make version
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const offersWith = (count: number) => `${counted(count, 'published offer')} ${count === 1 ? 'has' : 'have'}`;
