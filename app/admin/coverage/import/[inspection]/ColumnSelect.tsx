import { NativeSelect, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './mapping.module.css';

/** More columns than this are searched, not scrolled. */
const mostListed = 15;

interface ColumnSelectProps {
  /** What it is called beside its visible label. */
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly error: ReactNode;
}

/** Asks for a column; with many of them, by a part of its name or its values. */
export function ColumnSelect({ name, options, value, onChoose, error }: ColumnSelectProps) {
  if (options.length <= mostListed) {
    return (
      <NativeSelect
        label="Column"
        aria-label={name}
        data={[...options]}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        error={error}
      />
    );
  }
  return (
    <Select
      label="Column"
      description={`Type to search ${options.length} choices`}
      aria-label={name}
      data={[...options]}
      value={value}
      onChange={(chosen) => onChoose(chosen ?? '')}
      error={error}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      maxDropdownHeight={320}
      limit={100}
      classNames={{ option: styles.option ?? '' }}
      nothingFoundMessage="No column matches"
      // a form has eleven of these
      comboboxProps={{ keepMounted: false }}
    />
  );
}
