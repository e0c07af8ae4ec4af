'use client';

import { NativeSelect, Radio, RadioGroup, Stack, Textarea } from '@mantine/core';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import type { Edited, Opened } from '#lib/editing/merge-fields.ts';
import { type Outcome, outcomeChoices, outcomes } from '#lib/reports/outcome.ts';

/** An answer as the database has it, and as the form has it: texts, empty for none. */
export type AnswerRow = { readonly outcome: Outcome | null; readonly delivery: number | null; readonly words: string };
type AnswerValues = { outcome: string; delivery: string; words: string };

interface AnswerFormProps {
  readonly report: number;
  readonly opened: Opened<AnswerRow>;
  /** The deliveries that can correct something, by their number. */
  readonly deliveries: readonly { readonly value: string; readonly label: string }[];
  readonly save: (
    report: number,
    changed: Partial<AnswerRow>,
    opened: Opened<AnswerRow>,
  ) => Promise<ActionResult<Edited<AnswerRow>>>;
}

const labels = { outcome: 'What you found out', delivery: 'Delivery', words: 'For the visitor' };
const empty: AnswerValues = { outcome: '', delivery: '', words: '' };

/** What is answered to a report; the visitor sees it by their link. */
export function AnswerForm({ report, opened, deliveries, save }: AnswerFormProps) {
  const { form, state } = useRecordForm<AnswerValues, AnswerRow>({
    opened,
    empty,
    valuesOf: ({ outcome, delivery, words }) => ({
      outcome: outcome ?? '',
      delivery: delivery === null ? '' : String(delivery),
      words,
    }),
    save: (changed, seen) => save(report, rowOf(changed), seen),
  });
  const choices = {
    outcome: outcomeChoices,
    delivery: Object.fromEntries(deliveries.map((each) => Object.values(each))),
  };
  return (
    <RecordForm state={state} labels={labels} choices={choices} saveWords="Answer" savedWords="The answer was saved.">
      <RadioGroup label={labels.outcome} {...form.getInputProps('outcome')}>
        <Stack gap="xs" mt="xs">
          {outcomes.map((outcome) => (
            <Radio key={outcome} value={outcome} label={outcomeChoices[outcome]} />
          ))}
        </Stack>
      </RadioGroup>
      {(form.values.outcome === 'corrected' || form.values.delivery !== '') && (
        <NativeSelect
          label={labels.delivery}
          description="The one that corrects it; it need not be published yet."
          data={[{ value: '', label: 'None' }, ...deliveries]}
          {...form.getInputProps('delivery')}
        />
      )}
      <Textarea
        label={labels.words}
        description="Visitors see this text. Name no person and no address."
        autosize
        minRows={3}
        {...form.getInputProps('words')}
      />
    </RecordForm>
  );
}

/** Only the changed fields, as the database has them. An outcome that is not chosen is refused. */
function rowOf({ outcome, delivery, words }: Partial<AnswerValues>): Partial<AnswerRow> {
  return {
    ...(outcome === undefined ? {} : { outcome: outcome as Outcome }),
    ...(delivery === undefined ? {} : { delivery: delivery === '' ? null : Number(delivery) }),
    ...(words === undefined ? {} : { words }),
  };
}
