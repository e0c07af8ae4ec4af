'use client';

import { Button, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyText } from '#components/admin/CopyText.tsx';
import { ask, useActionForm, usePending } from '#components/admin/forms/ActionForm.tsx';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { passwordToggle } from '#components/admin/forms/password-toggle.ts';
import { Stage } from '#components/admin/Stage.tsx';
import { State } from '#components/admin/State.tsx';
import { qrPath } from '#lib/staff/qr-path.ts';
import type { TotpSetUp } from '#lib/staff/second-factors.ts';
import styles from './Authenticator.module.css';
import { confirmAuthenticator, renewRecoveryCodes, setUpAuthenticator, turnOffAuthenticator } from './actions.ts';

interface AuthenticatorProps {
  readonly isOn: boolean;
  readonly codes: { readonly left: number; readonly all: number };
}

/** The person's own authenticator app: sets it up, turns it off, and replaces the recovery codes. */
export function Authenticator({ isOn, codes }: AuthenticatorProps) {
  const [setUp, setSetUp] = useState<TotpSetUp>();
  const [newCodes, setNewCodes] = useState<readonly string[]>();
  const [isTurningOff, setTurningOff] = useState(false);

  if (newCodes !== undefined) {
    return (
      <Stage name="codes">
        <RecoveryCodes codes={newCodes} onSaved={() => setNewCodes(undefined)} />
      </Stage>
    );
  }
  if (!isOn && setUp !== undefined) {
    const done = (made: readonly string[]) => {
      setNewCodes(made);
      setSetUp(undefined);
    };
    return (
      <Stage name="set up">
        <AuthenticatorSetUp setUp={setUp} onDone={done} onCancel={() => setSetUp(undefined)} />
      </Stage>
    );
  }
  if (isOn && isTurningOff) {
    return (
      <Stage name="turn off">
        <TurnOffForm onEnd={() => setTurningOff(false)} />
      </Stage>
    );
  }
  return (
    <Stage name="state">
      <Stack align="flex-start">
        <State kind={isOn ? 'good' : 'soon'}>{isOn ? 'On' : 'Not set up'}</State>
        {isOn ? (
          <AuthenticatorOn codes={codes} onNewCodes={setNewCodes} onTurnOff={() => setTurningOff(true)} />
        ) : (
          <SetUpButton onSetUp={setSetUp} />
        )}
      </Stack>
    </Stage>
  );
}

interface AuthenticatorOnProps extends Pick<AuthenticatorProps, 'codes'> {
  readonly onNewCodes: (codes: readonly string[]) => void;
  readonly onTurnOff: () => void;
}

function AuthenticatorOn({ codes, onNewCodes, onTurnOff }: AuthenticatorOnProps) {
  const renew = async () => {
    const result = await renewRecoveryCodes();
    if (result.ok) onNewCodes(result.value);
    return result;
  };
  return (
    <>
      <Text>
        {codes.left} of {codes.all} recovery codes are left. Each of them lets you sign in once without your phone.
      </Text>
      <Group>
        <ConfirmButton
          size="sm"
          label="Make new recovery codes"
          question="Make new recovery codes?"
          detail="The codes you have now stop working. The new ones are shown only once."
          action={renew}
        />
        <Button variant="default" onClick={onTurnOff}>
          Turn the app off
        </Button>
      </Group>
    </>
  );
}

function SetUpButton({ onSetUp }: { readonly onSetUp: (setUp: TotpSetUp) => void }) {
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();
  const begin = () =>
    start(async () => {
      const result = await ask(setUpAuthenticator);
      if (result.ok) onSetUp(result.value);
      else setSentence(result.sentence);
    });
  return (
    <>
      <FormError sentence={sentence} />
      <Button loading={isPending} onClick={begin}>
        Set up an authenticator app
      </Button>
    </>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** New recovery codes, which are shown only once. */
function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  return (
    <Stack>
      <Text role="status">
        <strong>Save these recovery codes now: they are shown only once.</strong> Each of them lets you sign in once
        without your phone. Print them, or save them where you keep your passwords.
      </Text>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group>
        <CopyText text={codes.join('\n')} label="Copy the codes" />
        <Button onClick={onSaved}>I have saved them</Button>
      </Group>
    </Stack>
  );
}

/** Turns the authenticator app off; asks for the password. */
function TurnOffForm({ onEnd }: { onEnd: () => void }) {
  const { form, sentence, isPending, submit } = useActionForm({ password: '' }, turnOffAuthenticator, onEnd);
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="26rem">
        <Text>This removes your recovery codes too. Enter your password to turn the app off.</Text>
        <FormError sentence={sentence} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          visibilityToggleButtonProps={passwordToggle}
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" color="fault" loading={isPending}>
            Turn the app off
          </Button>
          <Button variant="default" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface AuthenticatorSetUpProps {
  readonly setUp: TotpSetUp;
  /** Receives the recovery codes, which are shown only once. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The QR code to scan or the secret to type, and a field for the first code, which shows that it worked. */
function AuthenticatorSetUp({ setUp, onDone, onCancel }: AuthenticatorSetUpProps) {
  const { form, sentence, isPending, submit } = useActionForm({ code: '' }, confirmAuthenticator, onDone);
  const { size, path } = qrPath(setUp.uri);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>1. Open the authenticator app on your phone, add an account and scan this code:</Text>
        <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code">
          <path d={path} />
        </svg>
        <Text component="div">
          Or type this key into the app: <Code className={styles.typed}>{setUp.typed}</Code>
        </Text>
        <FormError sentence={sentence} />
        <TextInput
          label="2. The six digits that the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          maw="16rem"
          {...form.getInputProps('code')}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            Turn the app on
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
