'use client';

import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState, useTransition } from 'react';
import type { ActionResult } from './action-result.ts';
import { FormError } from './FormError.tsx';
import { ask } from './use-action-form.ts';

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
  const [isPending, start] = useTransition();
  const router = useRouter();

  const open = () => {
    setText('');
    setSentence(undefined);
    setOpen(true);
  };
  const confirm = () =>
    start(async () => {
      const result = await ask(action);
      if (!result.ok) {
        setSentence(result.sentence);
        return;
      }
      setOpen(false);
      onDone?.();
      router.refresh();
    });

  return (
    <>
      <Button variant={variant} size={size} color={color} onClick={open} aria-label={description}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={question}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack>
          <FormError sentence={sentence} />
          <Text component="div">{detail}</Text>
          {typed !== undefined && (
            <TextInput
              label={`Type ${typed} to go on`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              color="fault"
              loading={isPending}
              disabled={typed !== undefined && text.trim() !== typed}
              onClick={confirm}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
