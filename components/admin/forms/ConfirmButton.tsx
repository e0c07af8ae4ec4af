'use client';

import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ActionResult } from './action-result.ts';
import { FormError } from './FormError.tsx';
import { giveFocus } from './focus.ts';
import { ask } from './use-action-form.ts';
import { usePending } from './use-pending.ts';

interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'color'> {
  /** What stands on the button, and on the one that confirms: `Disable`. */
  readonly label: string;
  /** What a screen reader says of the button, when the label alone does not name the thing: `Disable jo@example.nz`. */
  readonly description?: string;
  /** The question, naming the thing: `Disable jo@example.nz?` */
  readonly question: string;
  /** What it means, and whether it can be undone. */
  readonly detail: ReactNode;
  /** A text that must be typed before it can be confirmed. */
  readonly typed?: string;
  readonly action: () => Promise<ActionResult<unknown>>;
  /** Leads elsewhere when it is done; without it this page is brought up to date. */
  readonly onDone?: () => void;
}

/** A button that asks before it acts. */
export function ConfirmButton({
  label,
  description,
  question,
  detail,
  typed,
  action,
  onDone,
  variant = 'default',
  size = 'xs',
  color,
}: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();
  const router = useRouter();
  const button = useRef<HTMLButtonElement>(null);
  const goOnFrom = useRef<Element | null>(null);

  // what was removed takes this button along, and the focus with it: the list it stood in has it then
  useEffect(
    () => () => {
      if (goOnFrom.current === null) return;
      giveFocus(goOnFrom.current);
      giveFocus(document.getElementById('content'));
    },
    [],
  );

  const open = () => {
    setText('');
    setSentence(undefined);
    setOpen(true);
  };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    start(async () => {
      const result = await ask(action);
      if (!result.ok) {
        setSentence(result.sentence);
        return;
      }
      goOnFrom.current = button.current?.closest('[tabindex]') ?? null;
      setOpen(false);
      if (onDone === undefined) router.refresh();
      else onDone();
    });
  };

  return (
    <>
      <Button ref={button} variant={variant} size={size} color={color} onClick={open} aria-label={description}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={question}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
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
              <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
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
      </Modal>
    </>
  );
}
