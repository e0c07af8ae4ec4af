'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { ask } from '#components/admin/forms/use-action-form.ts';
import { usePending } from '#components/admin/forms/use-pending.ts';
import { Stage } from '#components/admin/Stage.tsx';
import { State } from '#components/admin/State.tsx';
import { AuthenticatorSetUp } from './AuthenticatorSetUp.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { beginAuthenticator, renewRecoveryCodes, type TotpSetUp } from './second-factor.ts';
import { TurnOffForm } from './TurnOffForm.tsx';

interface AuthenticatorProps {
  readonly isOn: boolean;
  readonly codesLeft: number;
}

/** One's own authenticator app: set up, turned off, and the recovery codes that stand in for it. */
export function Authenticator({ isOn, codesLeft }: AuthenticatorProps) {
  const [setUp, setSetUp] = useState<TotpSetUp>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isTurningOff, setTurningOff] = useState(false);
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();

  const begin = () =>
    start(async () => {
      const result = await ask(beginAuthenticator);
      if (result.ok) setSetUp(result.value);
      setSentence(result.ok ? undefined : result.sentence);
    });
  const renew = async () => {
    const result = await renewRecoveryCodes();
    if (result.ok) setCodes(result.value);
    return result;
  };

  if (codes !== undefined) {
    return (
      <Stage name="codes">
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      </Stage>
    );
  }
  if (!isOn && setUp !== undefined) {
    const done = (made: readonly string[]) => {
      setCodes(made);
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
    <Stage name="how it stands">
      <Stack align="flex-start">
        <FormError sentence={sentence} />
        <State kind={isOn ? 'good' : 'soon'}>{isOn ? 'On' : 'Not set up'}</State>
        {isOn && (
          <Text>{codesLeft} of 10 recovery codes are left. Each lets you in once when your phone is not there.</Text>
        )}
        <Group>
          {!isOn && (
            <Button loading={isPending} onClick={begin}>
              Set up an authenticator app
            </Button>
          )}
          {isOn && (
            <>
              <ConfirmButton
                size="sm"
                label="Make new recovery codes"
                question="Make new recovery codes?"
                detail="The ones you have now end. The new ones are shown once."
                action={renew}
              />
              <Button variant="default" onClick={() => setTurningOff(true)}>
                Turn the app off
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Stage>
  );
}
