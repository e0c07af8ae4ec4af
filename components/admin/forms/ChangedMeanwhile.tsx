'use client';

import { Button, Group, Text } from '@mantine/core';
import type { Conflict } from '#lib/editing/merge-fields.ts';
import { clockAndDay } from '#lib/time/date-words.ts';
import { Caution } from './Caution.tsx';
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

/** Shows what someone else has changed since the form was opened, and lets the person choose. It gets the focus. */
export function ChangedMeanwhile({ conflicts, onKeep }: ChangedMeanwhileProps) {
  const count = conflicts.length;
  if (count === 0) return null;
  return (
    // the key: when a conflict is settled, the notice gets the focus again
    <Caution key={count} title="Changed by somebody else">
      <Text size="sm">Nothing was saved. Choose which value to keep, then save again.</Text>
      {conflicts.map((conflict) => (
        <ConflictRow key={conflict.field} conflict={conflict} onKeep={onKeep} />
      ))}
    </Caution>
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
