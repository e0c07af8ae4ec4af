'use client';

import { useActionState } from 'react';
import { TextArea, TextField } from '#components/ui/TextField.tsx';
import type { RequestKind } from '#lib/access/requests.ts';
import { type DeveloperWords, fill } from '#lib/messages/developers/words.ts';
import { CheckBox } from './CheckBox.tsx';
import styles from './FormFrame.module.css';
import { FormFrame } from './FormFrame.tsx';
import { type FormAction, untouched } from './form-state.ts';
import { Outcome } from './Outcome.tsx';

interface AskFormProps {
  readonly kind: RequestKind;
  readonly words: DeveloperWords;
  readonly action: FormAction;
  /** Whether this server sends mail; if not, staff pass the link on. */
  readonly isMailSet: boolean;
}

/** Asks for a key, or for networks of a registrar. */
export function AskForm({ kind, words, action, isMailSet }: AskFormProps) {
  const [state, send, isPending] = useActionState(action, untouched);
  const { fields, values, isDone } = state;
  if (isDone) {
    return (
      <Outcome>
        <h2>{isMailSet ? words.sent : words.arrived}</h2>
        <p>{fill(isMailSet ? words.sentText : words.sentWithoutMail, { email: values.email ?? '' })}</p>
      </Outcome>
    );
  }
  const field = (name: string) => ({ name, fault: fields[name], defaultValue: values[name] });
  return (
    <FormFrame state={state} action={send} isPending={isPending} submit={words.send}>
      <input type="hidden" name="kind" value={kind} />
      <TextField label={words.name} autoComplete="name" {...field('name')} />
      <TextField
        label={words.email}
        hint={isMailSet ? words.emailHint : words.emailHintWithoutMail}
        // not of the type email, whose fault a browser shows before the server can show all
        inputMode="email"
        autoCapitalize="none"
        autoComplete="email"
        {...field('email')}
      />
      <TextField
        label={kind === 'key' ? words.organisation : words.registrar}
        autoComplete="organization"
        {...field('organisation')}
      />
      {kind === 'networks' && (
        <TextArea label={words.networks} hint={words.networksHint} rows={4} spellCheck={false} {...field('networks')} />
      )}
      <TextArea label={words.purpose} hint={words.purposeHint} rows={4} {...field('purpose')} />
      <CheckBox name="terms" label={words.terms} isTicked={values.terms === 'yes'} fault={fields.terms}>
        {words.termsText}
      </CheckBox>
      <div className={styles.trap} aria-hidden="true">
        <input name="website" tabIndex={-1} autoComplete="off" />
      </div>
    </FormFrame>
  );
}
