import { describe, expect, test } from 'vitest';
import { serviceArea } from '#lib/broadband/point.ts';
import { longestSide } from '#lib/broadband/rectangle.ts';
import { writeDegrees } from '#lib/map/degrees.ts';
import { emailKeptDays } from '#lib/reports/visitor-report.ts';
import { messagesOf, sayIn } from './catalogue.ts';
import { en, type MessageKey } from './en.ts';
import type { Message } from './say.ts';

const keys = Object.keys(en) as MessageKey[];
const textsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : [message.one, message.other];
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

describe('te reo Māori', () => {
  const { mi } = messagesOf;

  test('has the same messages as English', () => {
    expect(keys.filter((key) => mi[key] === undefined)).toEqual([]);
    expect(Object.keys(mi).filter((key) => !Object.hasOwn(en, key))).toEqual([]);
  });

  test.each(keys)('%s has the same placeholders as in English', (key) => {
    const namesOf = (message: Message) => namesIn(textsOf(message).at(-1) ?? '');
    expect(namesOf(mi[key] ?? '')).toEqual(namesOf(en[key]));
  });

  test.each(keys)('%s is written in composed letters, without blanks at its ends', (key) => {
    for (const text of [...textsOf(en[key]), ...textsOf(mi[key] ?? '')]) {
      expect(text).toBe(text.normalize('NFC').trim());
      expect(text).not.toBe('');
    }
  });
});

test('placeholders are filled in, a count chooses the form, and values are not interpreted', () => {
  const say = sayIn('en');
  expect(say('wait.seconds', { count: 1 })).toBe('about 1 second');
  expect(say('wait.seconds', { count: 2 })).toBe('about 2 seconds');
  expect(say('answer.planned', { technologies: '{technologies} $& $1' })).toBe('Planned: {technologies} $& $1.');
  expect(say('answer.planned')).toBe('Planned: {technologies}.');
});

describe.each(Object.entries(messagesOf))('the limits in %s are those in force', (_language, messages) => {
  test('the longest side of an area', () => {
    expect(messages['area.lead']).toContain(`${longestSide}\u00a0k`);
    expect(messages['area.no-size']).toContain(String(longestSide));
    expect(messages['area.too-large']).toContain(`${longestSide}\u00a0×\u00a0${longestSide}\u00a0km`);
  });

  test('how long an email address is kept', () => {
    expect(messages['report.email-hint']).toContain(String(emailKeptDays));
  });

  test('the service area', () => {
    const { north, south, west, east } = serviceArea;
    for (const key of ['area.outside', 'outcome.outside-text'] as const)
      for (const degrees of [-north, -south, west, east]) expect(messages[key]).toContain(`${writeDegrees(degrees)}°`);
    expect(messages['outcome.outside-chathams']).toContain(`${writeDegrees(west)}–${writeDegrees(east)}°`);
  });
});
