import { DURABLES } from '@plaudit/contracts';
import { UsageError } from '@plaudit/database';
import { type NatsAccess, natsAccess } from '../connection/nats-access';
import {
  type DeadLetter,
  type DeadLetterQuery,
  discardDeadLetters,
  listDeadLetters,
  redeliverDeadLetters,
} from '../dead-letters/dead-letters';
import { replay } from '../replay/replay';
import { replayToDurable } from '../replay/replay-to-durable';
import { applyTopology, checkTopology } from '../topology/topology';
import type { TopologyOptions } from '../topology/topology-settings';
import { type Command, type CommandCall, databaseOf, numberOf } from './command';
import { outbox } from './outbox-command';

async function topology({ options, env, print }: CommandCall): Promise<number> {
  const settings: TopologyOptions = {
    eventsMaxBytes: numberOf('EVENTS_MAX_BYTES', env['EVENTS_MAX_BYTES']),
    replicas: numberOf('REPLICAS', env['REPLICAS']),
    force: options['force'] !== undefined,
  };
  if (options['check'] !== undefined) {
    const problems = await checkTopology(natsOf(env), settings);
    for (const { service, problem } of problems) print(`${service ?? 'all services'}: ${problem}`);
    if (problems.length === 0) print('All streams and durables match the topology.');
    return problems.length === 0 ? 0 : 1;
  }
  const report = await applyTopology(natsOf(env), settings);
  for (const { name, action } of report.streams) print(`${action}  ${name}`);
  for (const { stream, name, action } of report.durables) print(`${action}  ${name} of ${stream}`);
  for (const { of, setting, from, to, applied } of report.changes) {
    print(`${applied ? 'changed' : 'refused'}  ${of}: ${setting} from ${textOf(from)} to ${textOf(to)}`);
  }
  if (report.changes.every(({ applied }) => applied)) return 0;
  print('The refused changes would give up messages, subjects or copies. --force applies them.');
  return options['keep-going'] === undefined ? 1 : 0;
}

async function dead({ options, env, print }: CommandCall): Promise<number> {
  const letters = await listDeadLetters(natsOf(env), {
    durable: options['durable'],
    search: options['search'],
    limit: numberOf('--limit', options['limit']),
  });
  for (const { letter, durable, subject, messageId, deadLetteredAt, reason } of letters) {
    print(`${letter}  ${deadLetteredAt}  ${durable}  ${subject}  ${messageId}  ${reason}`);
  }
  if (letters.length === 0) print('There are no dead letters.');
  return 0;
}

async function redeliver({ options, env, print }: CommandCall): Promise<number> {
  const chosen = chosenLetters(options);
  const { redelivered, left } = await redeliverDeadLetters(natsOf(env), chosen);
  for (const { letter: number, durable: to, messageId } of redelivered) {
    print(`${number}  published ${messageId} to ${to}`);
  }
  for (const { letter: number, durable: to, messageId } of left) {
    print(
      `${number}  left ${messageId}: the durable ${to} does not exist; discard it or run "npm run topology"`,
    );
  }
  const areAllFound = printMissing(chosen, [...redelivered, ...left], print);
  print(`Dead letters redelivered: ${redelivered.length}`);
  return areAllFound && left.length === 0 ? 0 : 1;
}

async function discard({ options, env, print }: CommandCall): Promise<number> {
  const chosen = chosenLetters(options);
  const discarded = await discardDeadLetters(natsOf(env), chosen);
  for (const { letter, durable, messageId } of discarded)
    print(`${letter}  discarded ${messageId} of ${durable}`);
  const areAllFound = printMissing(chosen, discarded, print);
  print(`Dead letters discarded: ${discarded.length}`);
  return areAllFound ? 0 : 1;
}

/** Prints the numbers of `--letter` that were not found. Returns true if there are none. */
function printMissing(
  { letters = [] }: DeadLetterQuery,
  found: readonly DeadLetter[],
  print: CommandCall['print'],
): boolean {
  const missing = letters.filter((number) => !found.some(({ letter }) => letter === number));
  for (const number of missing) print(`${number}  not found; "dead" lists the dead letters`);
  return missing.length === 0;
}

/** Returns the letters that the options choose. Throws if they choose none, so that no command takes all by mistake. */
function chosenLetters(options: CommandCall['options']): DeadLetterQuery {
  const { letter, durable, search } = options;
  if (!letter && !durable && !search && options['all'] === undefined) {
    throw new UsageError(
      'Choose the dead letters with --letter 3,7, --durable ai__review, --search text or --all.',
    );
  }
  const letters = letter?.split(',').map((text) => numberOf('--letter', text)!);
  return { durable, letters, search, limit: Number.MAX_SAFE_INTEGER };
}

async function replayEvents(call: CommandCall): Promise<number> {
  return call.options['service'] === undefined ? replayStream(call) : replayOutbox(call);
}

/** Sends events of the stream to one durable again. */
async function replayStream({ options, env, print }: CommandCall): Promise<number> {
  const durable = options['to'];
  if (!DURABLES.some(({ name }) => name === durable)) {
    const names = [...new Set(DURABLES.map(({ name }) => name))];
    throw new UsageError(
      `Choose a service with --service, or a durable with --to. The durables are ${names.join(', ')}.`,
    );
  }
  const sent = await replayToDurable({
    nats: natsOf(env),
    durable: durable!,
    from: requiredFrom(options),
    until: dateOf('--until', options['until']),
    rate: numberOf('--rate', options['rate']),
  });
  print(`Events sent again to ${durable}: ${sent}.`);
  return 0;
}

/** Publishes the events of one service again, for all consumers. */
async function replayOutbox(call: CommandCall): Promise<number> {
  const { options, env, print } = call;
  const { schema, databaseUrl } = databaseOf(call);
  const from = requiredFrom(options);
  const to = dateOf('--to', options['to']) ?? dateOf('--until', options['until']);
  const report = await replay({ nats: natsOf(env), databaseUrl, schema, from, to });
  print(
    `Events published again: ${report.stored}. Events that the stream already had: ${report.duplicates}.`,
  );
  return 0;
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  topology,
  dead,
  redeliver,
  discard,
  replay: replayEvents,
  outbox,
};

/** Reads how to reach NATS, as the services do. */
function natsOf(env: CommandCall['env']): NatsAccess {
  if (!env['NATS_URL'])
    throw new UsageError(
      'Set the environment variable NATS_URL. npm start writes its value as nats_url to endpoints.json in the data folder.',
    );
  try {
    return natsAccess(env);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'none';
}

function requiredFrom(options: CommandCall['options']): Date {
  const from = dateOf('--from', options['from']);
  if (!from) throw new UsageError('--from is required, for example --from 2026-09-20T02:00:00Z.');
  return from;
}

function dateOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`${name} must be a date, for example 2026-09-20T02:00:00Z.`);
  return date;
}
