'use client';

import { NativeSelect, Radio, RadioGroup, Stack, Textarea } from '@mantine/core';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import type { Edited, Opened } from '#lib/editing/merge-fields.ts';
import { type Outcome, outcomeChoices, outcomes } from '#lib/reports/outcome.ts';
import { type ReportValues, saveReport } from './actions.ts';
import { stateWords } from './state-words.ts';

interface ReportFormProps {
  readonly id: number;
  readonly opened: Opened<ReportValues>;
}

const reportLabels = { state: 'State', note: 'Note' };

/** What staff found out about a report. */
export function ReportForm({ id, opened }: ReportFormProps) {
  const { form, state } = useRecordForm<ReportValues, ReportValues>({
    opened,
    empty: opened.fields,
    valuesOf: (fields) => fields,
    save: (changed, seen) => saveReport(id, changed, seen),
  });
  return (
    <RecordForm state={state} labels={reportLabels} choices={{ state: stateWords }}>
      <NativeSelect
        label={reportLabels.state}
        data={Object.entries(stateWords).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('state')}
      />
      <Textarea
        label={reportLabels.note}
        description="For staff only: what was found out, and what was done."
        autosize
        minRows={3}
        {...form.getInputProps('note')}
      />
    </RecordForm>
  );
}

/** An answer as the database has it, and as the form has it: texts, empty for none. */
type AnswerRow = { readonly outcome: Outcome | null; readonly delivery: number | null; readonly words: string };
type AnswerValues = { outcome: string; delivery: string; words: string };

interface AnswerFormProps {
  readonly report: number;
  readonly opened: Opened<AnswerRow>;
  /** The deliveries since the report, by their number. */
  readonly deliveries: readonly { readonly value: string; readonly label: string }[];
  readonly save: (
    report: number,
    changed: Partial<AnswerRow>,
    opened: Opened<AnswerRow>,
  ) => Promise<ActionResult<Edited<AnswerRow>>>;
}

const answerLabels = { outcome: 'What you found out', delivery: 'Delivery', words: 'For the visitor' };
const empty: AnswerValues = { outcome: '', delivery: '', words: '' };

/** What is answered to a report; the visitor sees it by their link. */
export function AnswerForm({ report, opened, deliveries, save }: AnswerFormProps) {
  const named = opened.fields.delivery;
  const isOffered = named === null || deliveries.some(({ value }) => value === String(named));
  const offered = isOffered ? deliveries : [{ value: String(named), label: `Delivery ${named}` }, ...deliveries];
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
    delivery: Object.fromEntries(offered.map(({ value, label }) => [value, label])),
  };
  return (
    <RecordForm
      state={state}
      labels={answerLabels}
      choices={choices}
      saveWords="Answer"
      savedWords="The answer was saved."
    >
      <RadioGroup label={answerLabels.outcome} {...form.getInputProps('outcome')}>
        <Stack gap="xs" mt="xs">
          {outcomes.map((outcome) => (
            <Radio key={outcome} value={outcome} label={outcomeChoices[outcome]} />
          ))}
        </Stack>
      </RadioGroup>
      {(form.values.outcome === 'corrected' || form.values.delivery !== '') && (
        <NativeSelect
          label={answerLabels.delivery}
          description={
            deliveries.length === 0
              ? 'None was made since the report. An earlier one cannot correct it.'
              : 'The one that corrects it; it need not be published yet. Those from before the report are not listed.'
          }
          data={[{ value: '', label: 'None' }, ...offered]}
          {...form.getInputProps('delivery')}
        />
      )}
      <Textarea
        label={answerLabels.words}
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
