'use client';

import { ActionIcon, Group } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { ask } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Announcement } from '#components/ui/Announcement.tsx';
import { moveTechnology } from './actions.ts';

interface MoveButtonsProps {
  readonly id: number;
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Of the page with the buttons. */
  readonly revision: number;
}

/** Moves a technology up or down in the order. The button keeps the focus, so that it can be pressed again. */
export function MoveButtons({ id, name, isFirst, isLast, revision }: MoveButtonsProps) {
  const [isPending, start] = useTransition();
  const [sentence, setSentence] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const router = useRouter();
  const move = (direction: 'up' | 'down') =>
    start(async () => {
      const result = await ask(() => moveTechnology(id, direction, revision));
      setSentence(result.ok ? undefined : result.sentence);
      setAnnouncement(result.ok ? `${name} moved ${direction}` : '');
      router.refresh();
    });
  // aria-disabled, because a disabled button would lose the focus
  const button = (direction: 'up' | 'down', isAtEnd: boolean) => (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={`Move ${name} ${direction}`}
      aria-disabled={isAtEnd || isPending}
      data-disabled={isAtEnd || undefined}
      onClick={() => {
        if (!isAtEnd && !isPending) move(direction);
      }}
    >
      <span aria-hidden="true">{direction === 'up' ? '↑' : '↓'}</span>
    </ActionIcon>
  );
  return (
    <Group gap="xs" wrap="nowrap" pos="relative">
      {button('up', isFirst)}
      {button('down', isLast)}
      <Announcement text={announcement} />
      <FormError sentence={sentence} />
    </Group>
  );
}
