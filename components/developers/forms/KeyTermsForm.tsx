'use client';

import { useRouter } from 'next/navigation';
import { useActionState, useEffect } from 'react';
import { TextArea, TextField } from '#components/ui/TextField.tsx';
import { type KeyScope, keyScopes } from '#lib/access/keys/scopes.ts';
import { type DeveloperWords, fill } from '#lib/messages/developers/words.ts';
import { CheckBox } from './CheckBox.tsx';
import styles from './FormFrame.module.css';
import { FormFrame } from './FormFrame.tsx';
import { type FormAction, scopeField, untouched } from './form-state.ts';
import { ShownKey } from './ShownKey.tsx';

/** What a form shows of a key of the caller. */
export interface OwnTerms {
  readonly id: number;
  readonly label: string;
  /** `YYYY-MM-DD`; empty for none. */
  readonly lastDay: string;
  /** The latest end that can be chosen, in words. */
  readonly latest: string;
  /** What can be chosen. */
  readonly scopes: readonly KeyScope[];
  /** One a line. */
  readonly origins: string;
}

interface KeyTermsFormProps {
  readonly terms: OwnTerms;
  readonly words: DeveloperWords;
  readonly action: FormAction;
  /** The label of the button. */
  readonly submit: string;
}

/** The name, end, uses and sites of a key: of one that exists, or of another that is made. */
export function KeyTermsForm({ terms, words, action, submit }: KeyTermsFormProps) {
  const [state, send, isPending] = useActionState(action, untouched);
  const router = useRouter();
  useEffect(() => {
    if (state.isDone) router.refresh();
  }, [state, router]);
  if (state.key !== undefined) return <ShownKey text={state.key} words={words} />;
  const { fields, values } = state;
  const wasSent = values.id !== undefined;
  const scopeWords = {
    '1.0': words.scopeFirst,
    '2.0': words.scopeSecond,
    bulk: words.scopeBulk,
    addresses: words.scopeAddresses,
  };
  return (
    <FormFrame state={state} action={send} isPending={isPending} submit={submit}>
      <input type="hidden" name="id" value={terms.id} />
      {state.isDone && (
        <p role="status" className={styles.done}>
          {words.saved}
        </p>
      )}
      <TextField
        label={words.keyName}
        hint={words.keyNameHint}
        name="label"
        autoComplete="off"
        fault={fields.label}
        defaultValue={values.label ?? terms.label}
      />
      <TextField
        label={words.endsOn}
        hint={fill(words.endsOnHint, { latest: terms.latest })}
        name="expiresAt"
        type="date"
        fault={fields.expiresAt}
        defaultValue={values.expiresAt ?? terms.lastDay}
      />
      <fieldset className={styles.group}>
        <legend>{words.scopesOf}</legend>
        {keyScopes
          .filter((scope) => terms.scopes.includes(scope))
          .map((scope) => (
            <CheckBox
              key={scope}
              name={scopeField(scope)}
              label={scopeWords[scope]}
              isTicked={!wasSent || values[scopeField(scope)] === 'yes'}
            />
          ))}
        {fields.scopes !== undefined && <p className={styles.wrong}>{fields.scopes}</p>}
      </fieldset>
      <TextArea
        label={words.origins}
        hint={words.originsHint}
        name="origins"
        rows={2}
        spellCheck={false}
        fault={fields.origins}
        defaultValue={values.origins ?? terms.origins}
      />
    </FormFrame>
  );
}
