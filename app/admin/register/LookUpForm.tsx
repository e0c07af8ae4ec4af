import { Button, TextInput } from '@mantine/core';
import styles from './LookUpForm.module.css';

/** Asks for a name to be looked up; the answer is a page of its own, which can be sent to somebody. */
export function LookUpForm({ name }: { readonly name: string }) {
  return (
    <search aria-label="Name look-up">
      <form action="/admin/register" method="get" className={styles.form}>
        <TextInput
          key={name}
          className={styles.field}
          name="name"
          label="Name"
          description="In any form: kea.co.nz, MĀORI.CO.NZ or xn--mori-qsa.co.nz. One label alone is looked up below all 16 suffixes."
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
