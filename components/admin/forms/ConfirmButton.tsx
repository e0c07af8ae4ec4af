'use client';

import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { confirmDone } from '#components/admin/shell/Confirmation.tsx';
import { ask, goTo, useFocusAfterwards, usePending } from './ActionForm.tsx';
import type { ActionResult } from './action-result.ts';
import { FormError } from './FormOutcome.tsx';

interface ConfirmFormProps {
  /** The text of the button, and of the one that confirms: `Disable`. */
  readonly label: string;
  /** What it means, and whether it can be undone. */
  readonly detail: ReactNode;
  /** A text that must be typed to confirm. */
  readonly typed?: string | undefined;
  readonly action: () => Promise<ActionResult<unknown>>;
}

interface ConfirmButtonProps extends ConfirmFormProps, Pick<ButtonProps, 'variant' | 'size' | 'color'> {
  /** For screen readers, if the label alone does not name the subject: `Disable jo@example.nz`. */
  readonly description?: string;
  /** The question, which names the subject: `Disable jo@example.nz?` */
  readonly question: string;
  /** What is said once it is done: by default the question, as done; null where what comes next says it. */
  readonly done?: string | null;
  /** Goes elsewhere afterwards; without it this page is refreshed. */
  readonly onDone?: () => void;
}

/** A button that asks before it acts. */
export function ConfirmButton({
  description,
  question,
  done,
  onDone,
  variant = 'default',
  size = 'xs',
  color,
  ...confirmed
}: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const router = useRouter();
  const button = useRef<HTMLButtonElement>(null);
  const passFocusOn = useFocusAfterwards();

  // someone else has changed the subject: the page shows that once the question is closed
  const isOutdated = useRef(false);
  const close = () => {
    setOpen(false);
    if (isOutdated.current) router.refresh();
    isOutdated.current = false;
  };

  const finish = () => {
    passFocusOn(button.current);
    setOpen(false);
    if (done !== null) confirmDone(done ?? `Done: ${question.replace(/\?$/, '.')}`);
    if (onDone === undefined) router.refresh();
    else onDone();
  };
  return (
    <>
      <Button {...{ ref: button, variant, size, color }} onClick={() => setOpen(true)} aria-label={description}>
        {confirmed.label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={question} closeButtonProps={{ 'aria-label': 'Close' }}>
        <ConfirmForm
          {...confirmed}
          onDone={finish}
          onCancel={close}
          onRefused={(status) => {
            isOutdated.current = status === 409;
          }}
        />
      </Modal>
    </>
  );
}

interface ConfirmFormEvents {
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** @param status the HTTP status of the refusal */
  readonly onRefused: (status: number | undefined) => void;
}

function ConfirmForm({
  label,
  detail,
  typed,
  action,
  onDone,
  onCancel,
  onRefused,
}: ConfirmFormProps & ConfirmFormEvents) {
  const [text, setText] = useState('');
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const result = await ask(action);
      if (result.ok) return onDone();
      setSentence(result.sentence);
      onRefused(result.status);
    });
  };
  return (
    <form onSubmit={confirm} noValidate>
      <Stack>
        <FormError sentence={sentence} />
        <Text component="div">{detail}</Text>
        {typed !== undefined && (
          <TextInput
            label={`Type ${typed} to go on`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} data-autofocus>
            Cancel
          </Button>
          <Button
            type="submit"
            color="fault"
            loading={isPending}
            disabled={typed !== undefined && text.trim() !== typed}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface StateButtonProps {
  readonly id: number;
  readonly name: string;
  readonly isRetired: boolean;
  /** Of the page with the button. */
  readonly revision: number;
  /** What each change means, and whether it can be undone. */
  readonly details: { readonly retire: ReactNode; readonly revive: ReactNode };
  /** Server actions. */
  readonly retire: (id: number, revision: number) => Promise<ActionResult<void>>;
  readonly revive: (id: number, revision: number) => Promise<ActionResult<void>>;
}

/** Retires a row of a list, or restores it. */
export function StateButton({ id, name, isRetired, revision, details, retire, revive }: StateButtonProps) {
  return isRetired ? (
    <ConfirmButton
      label="Bring back"
      description={`Bring back ${name}`}
      question={`Bring back ${name}?`}
      detail={details.revive}
      size="sm"
      action={() => revive(id, revision)}
    />
  ) : (
    <ConfirmButton
      label="Retire"
      description={`Retire ${name}`}
      question={`Retire ${name}?`}
      detail={details.retire}
      size="sm"
      color="fault"
      variant="outline"
      action={() => retire(id, revision)}
    />
  );
}

interface RemoveButtonProps extends Pick<ConfirmFormProps, 'label' | 'detail' | 'action'> {
  /** Of what is removed; it must be typed. */
  readonly name: string;
  /** The path of the list that it was in, which is shown next. */
  readonly list: string;
}

/** Removes what the screen is about. */
export function RemoveButton({ name, list, ...button }: RemoveButtonProps) {
  const router = useRouter();
  return (
    <div>
      <ConfirmButton
        {...button}
        question={`Remove ${name}?`}
        typed={name}
        variant="outline"
        color="fault"
        size="sm"
        onDone={() => router.push(list)}
      />
    </div>
  );
}

interface StartJobButtonProps extends Omit<ComponentProps<typeof ConfirmButton>, 'action' | 'onDone'> {
  /** Gives the number of the job. */
  readonly start: () => Promise<ActionResult<number>>;
}

/** Starts a job once that is confirmed, and opens its page. */
export function StartJobButton({ start, ...button }: StartJobButtonProps) {
  const job = useRef(0);
  const action = async () => {
    const result = await start();
    if (result.ok) job.current = result.value;
    return result;
  };
  return (
    <ConfirmButton
      size="sm"
      {...button}
      done={null}
      action={action}
      onDone={() => goTo(`/admin/jobs/${job.current}`)}
    />
  );
}
