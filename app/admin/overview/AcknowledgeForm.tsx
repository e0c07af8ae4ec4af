'use client';

import { Button, Modal, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { ActionForm, useActionForm, useFocusAfterwards } from '#components/admin/forms/ActionForm.tsx';
import { confirmDone } from '#components/admin/shell/Confirmation.tsx';
import type { Condition } from '#lib/jobs/alarm.ts';
import { acknowledge } from './actions.ts';

interface AcknowledgeFormProps {
  readonly condition: Condition;
  readonly title: string;
}

/** The button by which somebody takes on a problem, with a note for their colleagues. */
export function AcknowledgeForm({ condition, title }: AcknowledgeFormProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const passFocusOn = useFocusAfterwards();
  const finish = () => {
    passFocusOn(button.current);
    setOpen(false);
  };
  return (
    <>
      <Button
        ref={button}
        variant="default"
        size="xs"
        onClick={() => setOpen(true)}
        aria-label={`Acknowledge: ${title}`}
      >
        Acknowledge
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
        <NoteForm condition={condition} onDone={finish} />
      </Modal>
    </>
  );
}

function NoteForm({ condition, onDone }: { readonly condition: Condition; readonly onDone: () => void }) {
  const { form, ...state } = useActionForm(
    { note: '' },
    (values) => acknowledge({ ...values, condition }),
    () => {
      confirmDone('Acknowledged: the problem is now below the others.');
      onDone();
    },
  );
  return (
    <ActionForm state={state} label="Acknowledge">
      <Textarea
        label="Note"
        description="What you found, and what you are doing. The problem stays here, below the others, until it is over."
        autosize
        minRows={3}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </ActionForm>
  );
}
