import { MantineProvider } from '@mantine/core';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DateInput } from './DateInput.tsx';

const markupOf = (props: Omit<ComponentProps<typeof DateInput>, 'label'>) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(DateInput, { label: 'From', ...props })));

const inputsOf = (markup: string) => markup.match(/<input [^>]*>/g) ?? [];
const fieldOf = (markup: string) => inputsOf(markup).find((input) => !input.includes('aria-hidden')) ?? '';
const calendarOf = (markup: string) => inputsOf(markup).find((input) => input.includes('aria-hidden')) ?? '';

test('the field has a label, and the button names the calendar that it opens', () => {
  const markup = markupOf({ id: 'from' });
  expect(markup).toMatch(/<label [^>]*for="from"[^>]*>From<\/label>/);
  expect(markup).toMatch(/<button [^>]*aria-label="From: open the calendar"/);
});

test.each([
  [{ defaultValue: '23 Nov 2026' }, '23 Nov 2026', 'type="date"', '2026-11-23'],
  [{ value: '23/11/2026 2:05 pm', withTime: true }, '23/11/2026 2:05 pm', 'type="datetime-local"', '2026-11-23T14:05'],
  [{ value: '31/2/2026' }, '31/2/2026', 'type="date"', ''],
])('%j stays as typed, and the calendar opens there', (props, text, type, day) => {
  const markup = markupOf(props);
  expect(fieldOf(markup)).toContain(`value="${text}"`);
  expect(calendarOf(markup)).toContain(type);
  expect(calendarOf(markup)).toContain(`value="${day}"`);
});

test('only the field is submitted and read aloud: the calendar has no name, no tab stop and no accessible content', () => {
  const markup = markupOf({ name: 'from' });
  expect(fieldOf(markup)).toContain('name="from"');
  expect(calendarOf(markup)).not.toContain('name=');
  expect(calendarOf(markup)).toContain('tabindex="-1"');
  expect(calendarOf(markup)).toContain('aria-hidden="true"');
});

test('the button can be clicked', () => {
  expect(markupOf({})).toContain('--input-right-section-pointer-events:all');
});

test('an error marks the field and describes it', () => {
  const field = fieldOf(markupOf({ id: 'from', error: 'Enter a day.' }));
  expect(field).toContain('aria-invalid="true"');
  expect(field).toMatch(/aria-describedby="[^"]*from-error/);
});
