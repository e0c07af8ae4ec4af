'use client';

import { Button, TextInput } from '@mantine/core';
import styles from './TestAddressForm.module.css';

/** The address to test; the result is on a page of its own, which can be shared. */
export function TestAddressForm({ address, error }: { readonly address: string; readonly error?: string }) {
  return (
    <search aria-label="Address test">
      <form action="/admin/registrars/test" method="get">
        <TextInput
          key={address}
          className={styles.form}
          name="address"
          label="Test an address"
          description="Would it get in, and through which entry?"
          placeholder="Such as 192.0.2.7"
          defaultValue={address}
          error={error}
          autoComplete="off"
          spellCheck={false}
          required
          withAsterisk={false}
          inputContainer={(field) => (
            <div className={styles.line}>
              {field}
              <Button type="submit" variant="default">
                Test
              </Button>
            </div>
          )}
        />
      </form>
    </search>
  );
}
