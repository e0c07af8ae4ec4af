import { Button, TextInput } from '@mantine/core';
import styles from './TestAddressForm.module.css';

/** Asks for an address to be tested; the answer is a page of its own, which can be sent to somebody. */
export function TestAddressForm({ address, error }: { readonly address: string; readonly error?: string }) {
  return (
    <search aria-label="Address test">
      <form action="/admin/registrars/test" method="get" className={styles.form}>
        <TextInput
          key={address}
          className={styles.field}
          name="address"
          label="Test an address"
          description="Would it get in, and by which entry?"
          placeholder="192.0.2.7 or 2001:db8::7"
          defaultValue={address}
          error={error}
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <Button type="submit" variant="default">
          Test
        </Button>
      </form>
    </search>
  );
}
