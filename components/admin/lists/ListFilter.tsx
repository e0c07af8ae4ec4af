import { Button, NativeSelect, TextInput } from '@mantine/core';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import styles from './ListFilter.module.css';
import { type ListView, sortText } from './list-state.ts';

/** Filters a list: a form that asks for the same page with its fields in the address. */
export function ListFilter({ state, filters }: Pick<ListView, 'state' | 'filters'>) {
  return (
    <search>
      <form action={state.path} method="get" className={styles.filter} key={JSON.stringify(state.filters)}>
        {Object.entries(filters).map(([name, { label, placeholder, type, choices }]) => {
          const field = { name, label, defaultValue: state.filters[name] };
          if (choices !== undefined) return <NativeSelect key={name} {...field} data={withAll(choices)} />;
          if (type === 'date') return <DateInput key={name} {...field} />;
          return <TextInput key={name} {...field} placeholder={placeholder} />;
        })}
        {state.columns.map((column) => (
          <input key={column} type="hidden" name="columns" value={column} />
        ))}
        {state.sort !== '' && <input type="hidden" name="sort" value={sortText(state)} />}
        <Button type="submit" variant="default">
          Filter
        </Button>
      </form>
    </search>
  );
}

function withAll(choices: Readonly<Record<string, string>>) {
  return [{ value: '', label: 'All' }, ...Object.entries(choices).map(([value, label]) => ({ value, label }))];
}
