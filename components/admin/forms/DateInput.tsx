'use client';

import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { useRef } from 'react';
import { Icon } from '#components/ui/Icon.tsx';
import { parseTypedDay, parseTypedWallTime, typedDay, typedWallTime } from '#lib/time/typed-time.ts';
import styles from './DateInput.module.css';

interface DateInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'label'> {
  readonly label: string;
  /** Asks for a time of day too. */
  readonly withTime?: boolean;
  readonly value?: string;
  readonly defaultValue?: string | undefined;
  readonly onChange?: (text: string) => void;
}

/**
 * A day, or a day and time, typed as New Zealanders write it, whatever the language of the browser. The button opens the
 * browser's calendar, which fills in the same field.
 */
export function DateInput({ withTime = false, value, defaultValue, onChange, ...rest }: DateInputProps) {
  const [text, setText] = useUncontrolled<string>({
    ...(value === undefined ? {} : { value }),
    ...(onChange === undefined ? {} : { onChange }),
    defaultValue: defaultValue ?? '',
    finalValue: '',
  });
  const calendar = useRef<HTMLInputElement>(null);
  const parse = withTime ? parseTypedWallTime : parseTypedDay;
  const write = withTime ? typedWallTime : typedDay;
  return (
    <TextInput
      {...rest}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      placeholder={withTime ? 'day/month/year h:mm am' : 'day/month/year'}
      autoComplete="off"
      rightSectionPointerEvents="all"
      rightSection={
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`${rest.label}: open the calendar`}
            onClick={() => calendar.current?.showPicker()}
          >
            <Icon name="calendar" />
          </ActionIcon>
          <input
            ref={calendar}
            type={withTime ? 'datetime-local' : 'date'}
            className={styles.calendar}
            tabIndex={-1}
            aria-hidden="true"
            value={parse(text) ?? ''}
            onChange={({ currentTarget }) => setText(currentTarget.value === '' ? '' : write(currentTarget.value))}
          />
        </>
      }
    />
  );
}
