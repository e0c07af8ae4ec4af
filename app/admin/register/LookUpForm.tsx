import { Button, TextInput } from '@mantine/core';
import { suffixes } from '#lib/registry/names/suffix.ts';
import styles from './LookUpForm.module.css';

/** Looks a name up. The answer is a page with an address of its own, so it can be shared. */
export function LookUpForm({ name }: { readonly name: string }) {
  return (
    <search aria-label="Name look-up">
      <form action="/admin/register" method="get" className={styles.form}>
        <TextInput
          key={name}
          className={styles.field}
          name="name"
          label="Name"
          description={`In any form: kea.co.nz, MĀORI.CO.NZ or xn--mori-qsa.co.nz. A label alone is looked up below all ${suffixes.length} suffixes.`}
          placeholder="kea.co.nz"
          defaultValue={name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          required
          withAsterisk={false}
        />
        <Button type="submit">Look up</Button>
      </form>
    </search>
  );
}
