'use client';

import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { type LicenceId, licenceIds, licences } from '#lib/open-data/licences.ts';
import { saveOpenData } from './actions.ts';

type ChoiceFields = {
  readonly isOffered: boolean;
  readonly licence: LicenceId | '';
  readonly attribution: string;
};

const empty: ChoiceFields = { isOffered: false, licence: '', attribution: '' };
const labels = {
  isOffered: 'Offer the published coverage for download',
  licence: 'Licence',
  attribution: 'Attribution',
};
const licenceTitles = Object.fromEntries(licenceIds.map((id) => [id, `${licences[id].title} (${id})`]));

/** Says whether the coverage is offered for download, and under what. */
export function OpenDataForm({ opened }: { readonly opened: Opened<ChoiceFields> }) {
  const { form, state } = useRecordForm<ChoiceFields, ChoiceFields>({
    opened,
    empty,
    valuesOf: (fields) => fields,
    save: saveOpenData,
  });
  return (
    <RecordForm
      state={state}
      labels={labels}
      choices={{ licence: licenceTitles }}
      savedWords="Saved. The files are made, or removed, in the background."
    >
      <NativeSelect
        label={labels.licence}
        description="What anybody may do with the data. Ask the providers before you choose."
        data={[
          { value: '', label: 'Not chosen' },
          ...licenceIds.map((id) => ({ value: id, label: licenceTitles[id] ?? id })),
        ]}
        {...form.getInputProps('licence')}
      />
      <TextInput
        label={labels.attribution}
        description="Whom others name where they use the data, such as Commerce Commission."
        autoComplete="off"
        {...form.getInputProps('attribution')}
      />
      <Checkbox
        label={labels.isOffered}
        description="Everybody can then download it from /data, without a key."
        {...form.getInputProps('isOffered', { type: 'checkbox' })}
      />
    </RecordForm>
  );
}
