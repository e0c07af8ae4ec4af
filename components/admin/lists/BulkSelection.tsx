'use client';

import { Button, Group, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { Caution } from '#components/admin/forms/Caution.tsx';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { Done } from '#components/admin/forms/FormOutcome.tsx';
import { counted } from '#lib/counted.ts';
import styles from './BulkSelection.module.css';

/** What became of the selected rows: how many were changed, and in words why the others were not. */
export interface BulkOutcome {
  readonly done: number;
  readonly refused: readonly { readonly record: string; readonly sentence: string }[];
}

/** A selected row: what its checkbox has, and its name. */
interface SelectedRow {
  readonly value: string;
  readonly name: string;
}

interface BulkWords {
  /** A verb: `Revoke`. */
  readonly label: string;
  /** What it did: `revoked`. */
  readonly done: string;
  /** What it means, and whether it can be undone. */
  readonly detail: string;
  /** Whether the number of rows must be typed to confirm. */
  readonly isTyped?: boolean;
}

/** A server action on the selected rows. @param revision of the page with the rows */
type BulkAct<Key> = (rows: readonly Key[], revision: number) => Promise<ActionResult<BulkOutcome>>;

/** What can be done to several rows at once. */
export type BulkAction =
  | (BulkWords & { readonly act: BulkAct<number> })
  /** For rows that a name identifies, not a number. */
  | (BulkWords & { readonly actByName: BulkAct<string> })
  /** Goes to a screen, with the keys of the rows as this parameter. */
  | { readonly label: string; readonly href: string; readonly parameter: string };

interface BulkSelectionProps {
  /** What a row is called, singular: `key`. */
  readonly one: string;
  /** The plural, unless it only adds an s. */
  readonly many?: string | undefined;
  readonly actions: readonly BulkAction[];
  /** Of the page with the rows. */
  readonly revision: number;
  /** The table, whose rows have checkboxes. */
  readonly children: ReactNode;
}

/** A table whose rows can be selected, with what can be done to all of them. */
export function BulkSelection({ one, many, actions, revision, children }: BulkSelectionProps) {
  const table = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<readonly SelectedRow[]>([]);
  const [outcome, setOutcome] = useState<string>();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const rows = () => [...(table.current?.querySelectorAll<HTMLInputElement>('input[name="row"]') ?? [])];
  const update = ({ target }: ChangeEvent<HTMLDivElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === 'all-rows') for (const row of rows()) row.checked = target.checked && row.checkVisibility();
    else if (target.name !== 'row') return;
    setOutcome(undefined);
    setRefused([]);
    const chosen = rows().filter(({ checked }) => checked);
    setSelected(chosen.map(({ value, ariaLabel }) => ({ value, name: ariaLabel?.replace(/^Select /, '') ?? value })));
  };
  const finish = (words: string, why: readonly string[]) => {
    for (const box of table.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? []) {
      if (box.name === 'row' || box.name === 'all-rows') box.checked = false;
    }
    setSelected([]);
    setOutcome(words);
    setRefused(why);
  };
  const noun = (count: number) => counted(count, one, many);
  return (
    <div ref={table} onChange={update} className={styles.selection}>
      {selected.length > 0 && (
        <section className={styles.bar} aria-label="Selected rows">
          <Text fw={600}>{noun(selected.length)} selected</Text>
          <Group gap="xs">
            {actions.map((action) => (
              <ActionButton key={action.label} {...{ action, selected, revision, noun, finish }} />
            ))}
          </Group>
        </section>
      )}
      <Done sentence={outcome} />
      {refused.length > 0 && (
        <Caution>
          <ul>
            {refused.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Caution>
      )}
      {children}
    </div>
  );
}

interface ActionButtonProps {
  readonly action: BulkAction;
  readonly selected: readonly SelectedRow[];
  readonly revision: number;
  readonly noun: (count: number) => string;
  readonly finish: (outcome: string, refused: readonly string[]) => void;
}

function ActionButton({ action, selected, revision, noun, finish }: ActionButtonProps) {
  const router = useRouter();
  const became = useRef<BulkOutcome>({ done: 0, refused: [] });
  if ('href' in action) {
    const query = new URLSearchParams(selected.map(({ value }) => [action.parameter, value]));
    return (
      <Button variant="default" size="xs" onClick={() => router.push(`${action.href}?${query}`)}>
        {action.label}
      </Button>
    );
  }
  const run = async () => {
    const rows = selected.map(({ value }) => value);
    const result =
      'actByName' in action ? await action.actByName(rows, revision) : await action.act(rows.map(Number), revision);
    if (result.ok) became.current = result.value;
    return result;
  };
  const report = () => {
    const { done, refused } = became.current;
    const others = refused.length > 0 ? `; ${refused.length.toLocaleString('en-NZ')} not:` : '.';
    const nameOf = (record: string) => selected.find(({ value }) => value === record)?.name ?? record;
    finish(
      `${noun(done)} ${action.done}${others}`,
      refused.map(({ record, sentence }) => `${nameOf(record)}: ${sentence}`),
    );
    router.refresh();
  };
  return (
    <ConfirmButton
      label={action.label}
      question={`${action.label} ${noun(selected.length)}?`}
      detail={action.detail}
      typed={action.isTyped === true ? noun(selected.length) : undefined}
      done={null}
      action={run}
      onDone={report}
    />
  );
}
