import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { examples } from './examples.ts';
import { makeProgram } from './program.ts';

/** Every command that does something, by its name. */
function leaves(command: Command, name = ''): [name: string, command: Command][] {
  if (command.commands.length === 0) return [[name, command]];
  return command.commands.flatMap((below) => leaves(below, `${name} ${below.name()}`.trim()));
}

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  return help;
}

test('the help of every command ends with an example', () => {
  const without = leaves(makeProgram()).filter(([, command]) => !/\nExamples?\b/.test(helpOf(command)));
  expect(without.map(([name]) => name)).toEqual([]);
});

/** Its options need not be valid: the files of examples do not exist. */
function parsed(command: Command, words: readonly string[]) {
  for (const option of command.options) option.parseArg = undefined;
  return command.parseOptions([...words]);
}

test('every example is a command with options that it has', () => {
  const commands = new Map(leaves(makeProgram()));
  for (const [name, texts] of Object.entries(examples)) {
    const command = commands.get(name);
    expect(command, name).toBeDefined();
    for (const text of texts) {
      expect(text.startsWith(name), text).toBe(true);
      const words = [
        ...text
          .replace(/ >.*/, '')
          .slice(name.length)
          .matchAll(/"[^"]*"|\S+/g),
      ].map(([word]) => word);
      const { operands, unknown } = parsed(command as Command, words);
      expect(unknown, text).toEqual([]);
      const needed = command?.registeredArguments.filter(({ required }) => required).length ?? 0;
      expect(operands.length, text).toBeGreaterThanOrEqual(needed);
    }
  }
});
