'use client';

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import styles from '#components/admin/Stage.module.css';
import type { Conflict } from '#lib/editing/merge-fields.ts';
import { clockAndDay } from '#lib/time/date-words.ts';
import own from './ChangedMeanwhile.module.css';

/** A field that two people changed, with both values in words. */
export interface OpenConflict {
  readonly field: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  readonly by: Pick<Conflict, 'who' | 'at'>;
}

interface ChangedMeanwhileProps {
  readonly conflicts: readonly OpenConflict[];
  readonly onKeep: (field: string, whose: 'mine' | 'theirs') => void;
}

/** Shows what somebody else has changed since the form was opened, and lets the person choose. It gets the focus. */
export function ChangedMeanwhile({ conflicts, onKeep }: ChangedMeanwhileProps) {
  const place = useRef<HTMLDivElement>(null);
  const count = conflicts.length;
  useEffect(() => {
    if (count > 0) place.current?.focus();
  }, [count]);
  if (count === 0) return null;
  return (
    <Alert
      ref={place}
      className={styles.stage}
      tabIndex={-1}
      color="fault"
      variant="light"
      title="Changed by somebody else"
      role="alert"
    >
      <Stack>
        <Text size="sm">Nothing was saved. Choose which value to keep, then save again.</Text>
        {conflicts.map((conflict) => (
          <ConflictRow key={conflict.field} conflict={conflict} onKeep={onKeep} />
        ))}
      </Stack>
    </Alert>
  );
}

interface ConflictRowProps extends Pick<ChangedMeanwhileProps, 'onKeep'> {
  readonly conflict: OpenConflict;
}

function ConflictRow({ conflict: { field, label, mine, theirs, by }, onKeep }: ConflictRowProps) {
  return (
    <section className={own.conflict} aria-label={label}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm">{changedBy(by)}</Text>
      <dl className={own.values}>
        <div>
          <dt>Yours</dt>
          <dd>{mine}</dd>
        </div>
        <div>
          <dt>Theirs</dt>
          <dd>{theirs}</dd>
        </div>
      </dl>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onKeep(field, 'mine')} aria-label={`${label}: keep mine`}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" onClick={() => onKeep(field, 'theirs')} aria-label={`${label}: use theirs`}>
          Use theirs
        </Button>
      </Group>
    </section>
  );
}

function changedBy({ who, at }: Pick<Conflict, 'who' | 'at'>): string {
  if (who === undefined || at === undefined) return 'Changed by somebody else meanwhile.';
  return `Changed at ${clockAndDay(at)} by ${who === 'command line' ? 'somebody on the command line' : who}.`;
}
