'use client';

import { Button, Radio, Stack } from '@mantine/core';
import { readAgain } from '#app/admin/coverage/import/actions.ts';
import type { ReadingValues } from '#app/admin/coverage/import/forms.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import type { Candidate } from '#lib/broadband/import/projection/candidates.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
import { candidateKey, distanceWords } from './projection-words.ts';
import { Sketch } from './Sketch.tsx';

interface CandidateFormProps {
  readonly candidates: readonly Candidate[];
  readonly values: ReadingValues;
  /** As which of them the provider's last file with these columns was read. */
  readonly remembered: string;
}

/** By which letter the sketch shows a candidate. */
const letterOf = (place: number) => String.fromCharCode(65 + place);

/** Asks in what the coordinates are, where the file does not say; each candidate with where it would put the data. */
export function CandidateForm({ candidates, values, remembered }: CandidateFormProps) {
  const { form, sentence, isPending, submit } = useActionForm(
    { chosen: remembered },
    async ({ chosen }) => {
      const candidate = candidates.find(({ code, swap }) => candidateKey(code, swap) === chosen);
      if (candidate === undefined)
        return { ok: false, sentence: 'Please mend what is marked below.', fields: { chosen: 'Please choose one.' } };
      return await readAgain({ ...values, crs: String(candidate.code), swap: candidate.swap });
    },
    (work) => goTo(`/admin/coverage/import/${work}`),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        <Sketch places={candidates.map((candidate, place) => ({ ...candidate, letter: letterOf(place) }))} />
        <Radio.Group label="What the coordinates may be" {...form.getInputProps('chosen')}>
          <Stack gap="xs" mt="xs">
            {candidates.map((candidate, place) => {
              const { code, name, swap } = candidate;
              const order = swap ? `, ${references[code].isDegrees ? 'latitude' : 'northing'} first` : '';
              return (
                <Radio
                  key={candidateKey(code, swap)}
                  value={candidateKey(code, swap)}
                  label={`${letterOf(place)}: ${name} (EPSG:${code})${order}`}
                  description={`Would put the middle of the data ${distanceWords(candidate)}`}
                />
              );
            })}
          </Stack>
        </Radio.Group>
        <div>
          <Button type="submit" loading={isPending}>
            Read it so
          </Button>
        </div>
      </Stack>
    </form>
  );
}
