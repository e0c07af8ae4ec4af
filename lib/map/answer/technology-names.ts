import type { MessageKey } from '#lib/messages/en.ts';
import type { Say } from '#lib/messages/say.ts';
import { displayText } from './provider-text.ts';

const technologyMessages = new Map<string, { name: MessageKey; meaning: MessageKey }>([
  ['Fibre', { name: 'technology.fibre', meaning: 'technology.fibre-means' }],
  ['Cable', { name: 'technology.cable', meaning: 'technology.cable-means' }],
  ['VDSL', { name: 'technology.vdsl', meaning: 'technology.vdsl-means' }],
  ['Wireless', { name: 'technology.wireless', meaning: 'technology.wireless-means' }],
  ['ADSL', { name: 'technology.adsl', meaning: 'technology.adsl-means' }],
]);

/** A technology's name in the language of the page, or its own name if the catalogue does not have it. */
export function nameOfTechnology(say: Say, technology: string): string {
  const messages = technologyMessages.get(technology);
  return messages === undefined ? displayText(technology) : say(messages.name);
}

/** A sentence on the technology; undefined if the catalogue does not have it. */
export function getTechnologyMeaning(say: Say, technology: string): string | undefined {
  const messages = technologyMessages.get(technology);
  return messages === undefined ? undefined : say(messages.meaning);
}
