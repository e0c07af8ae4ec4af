import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { alertSentenceOf } from '#cli/words.ts';
import { listAlarms } from '#db/jobs/alarms.ts';
import { acknowledgeAlarm, alertReceivers, testAlert } from '#flows/operations/alerts.ts';
import { type Condition, conditions } from '#lib/jobs/alarm.ts';
import { isoAuckland, spaced } from '#lib/time/auckland.ts';

/** `alerts list|acknowledge|test`: current problems, and who is looking after them. */
export function addAlertCommands(program: Command): void {
  const alerts = program.command('alerts').description('current problems, and who is looking after them');
  act(alerts.command('list').description('current alerts, oldest first'), listAlerts);
  act<{ condition: Condition; note: string }>(
    alerts
      .command('acknowledge')
      .description('note that somebody is looking after an alert')
      .addOption(
        new Option('--condition <condition>', 'the condition, as "alerts list" shows it')
          .choices(conditions)
          .makeOptionMandatory(),
      )
      .option('--note <text>', 'what was found, and what is being done', ''),
    async ({ database, nowMs }, { condition, note }) => {
      await acknowledgeAlarm(database.writer, { condition, note }, byCommandLine(nowMs));
      return { lines: [`Acknowledged: ${condition}.`], json: { condition, note } };
    },
  );
  act(
    alerts.command('test').description('send a test alert to everybody who gets alerts'),
    async ({ database, nowMs }) => {
      const messages = await testAlert(database.writer, undefined, byCommandLine(nowMs));
      const to = alertReceivers().map(({ recipient }) => recipient);
      const lines = [`A running server sends the test within a few seconds to: ${to.join(', ')}.`];
      return { lines, json: { messages, to } };
    },
  );
}

function listAlerts({ database }: CommandContext): CommandResult {
  const alarms = listAlarms(database.reader).map(({ subject, facts, since, acknowledgedBy, acknowledgedAt, note }) => ({
    condition: subject,
    since: isoAuckland(since),
    words: alertSentenceOf(facts),
    acknowledgedBy,
    acknowledged: isoAuckland(acknowledgedAt),
    note,
  }));
  const lines = alarms.map(({ condition, since, words, acknowledgedBy }) =>
    [condition, spaced(since), words, ...(acknowledgedBy === null ? [] : [`(${acknowledgedBy})`])].join('\t'),
  );
  return { lines: lines.length > 0 ? lines : ['Nothing is wrong.'], json: alarms };
}
