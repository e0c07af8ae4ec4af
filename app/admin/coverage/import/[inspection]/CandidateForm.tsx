'use client';

import { Button, Radio, Stack } from '@mantine/core';
import type { ReadingValues } from '#app/admin/coverage/import/forms.ts';
import { useImportScreen } from '#app/admin/coverage/import/import-screen.tsx';
import { coverageControls } from '#app/admin/coverage/import/labels.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import type { Candidate } from '#lib/broadband/import/projection/location.ts';
import { distanceWords } from '#lib/words/coverage/reference.ts';
import { fieldWords } from '#lib/words/fields.ts';
import { candidateKey } from './projection-words.ts';
import { Sketch } from './Sketch.tsx';

interface CandidateFormProps {
  readonly candidates: readonly Candidate[];
  readonly values: ReadingValues;
  /** The key of the candidate that was chosen for the provider's last file with these columns. */
  readonly remembered: string;
}

/** The letter of a candidate on the sketch. */
const letterOf = (place: number) => String.fromCharCode(65 + place);

/** Asks for the reference system of the coordinates; each candidate says where it would put the data. */
export function CandidateForm({ candidates, values, remembered }: CandidateFormProps) {
  const { inspections, readAgain } = useImportScreen();
  const { form, sentence, isPending, submit } = useActionForm(
    { chosen: remembered },
    async ({ chosen }) => {
      const candidate = candidates.find(({ code, swap }) => candidateKey(code, swap) === chosen);
      if (candidate === undefined)
        return { ok: false, sentence: fieldWords.fields(), fields: { chosen: fieldWords['not-a-choice']() } };
      return await readAgain({ ...values, crs: String(candidate.code), swap: candidate.swap });
    },
    (job) => goTo(`${inspections}/${job}`),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        <Sketch places={candidates.map((candidate, place) => ({ ...candidate, letter: letterOf(place) }))} />
        <Radio.Group label="Possible reference systems" {...form.getInputProps('chosen')}>
          <Stack gap="xs" mt="xs">
            {candidates.map((candidate, place) => {
              const key = candidateKey(candidate.code, candidate.swap);
              return (
                <Radio
                  key={key}
                  value={key}
                  label={`${letterOf(place)}: ${coverageControls.reference(candidate)}`}
                  description={`Puts the centre of the data ${distanceWords(candidate)}`}
                />
              );
            })}
          </Stack>
        </Radio.Group>
        <div>
          <Button type="submit" loading={isPending}>
            Read it like this
          </Button>
        </div>
      </Stack>
    </form>
  );
}
