import { Button, NativeSelect, TextInput } from '@mantine/core';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import styles from './ListFilter.module.css';
import type { ListState } from './list-state.ts';

interface FilterField {
  /** The filter's name in the address. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  /** Makes it a day. */
  readonly type?: 'date';
  /** Makes it a choice: value and words in turn; the empty value is no filter. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

interface ListFilterProps {
  readonly state: ListState;
  readonly fields: readonly FilterField[];
}

/** Narrows a list down: a form that asks for the same page with its fields in the address. */
export function ListFilter({ state, fields }: ListFilterProps) {
  return (
    <search>
      <form action={state.path} method="get" className={styles.filter} key={JSON.stringify(state.filters)}>
        {fields.map(({ name, label, placeholder, type, choices }) => {
          const field = { name, label, defaultValue: state.filters[name] };
          if (choices !== undefined) return <NativeSelect key={name} {...field} data={[...choices]} />;
          if (type === 'date') return <DateInput key={name} {...field} />;
          return <TextInput key={name} {...field} placeholder={placeholder} />;
        })}
        <input type="hidden" name="sort" value={`${state.isDescending ? '-' : ''}${state.sort}`} />
        <Button type="submit" variant="default">
          Filter
        </Button>
      </form>
    </search>
  );
}
