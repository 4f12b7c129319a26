import { UsageError } from '@plaudit/database';
import { type ListedEvent, OutboxOperator } from '../outbox/outbox-operator';
import { type CommandCall, databaseOf, numberOf } from './command';

const SHOWN = 20;

/** Lists the oldest events of a service's outbox, or parks or unparks one. */
export async function outbox(call: CommandCall): Promise<number> {
  const { options, print } = call;
  const { schema, databaseUrl } = databaseOf(call);
  const limit = numberOf('--limit', options['limit']) ?? SHOWN;
  const [park, unpark] = (['park', 'unpark'] as const).map((name) => idOf(name, options[name]));
  if (park && unpark) throw new UsageError('Use either --park or --unpark.');
  return OutboxOperator.use({ schema, databaseUrl }, async (operator) => {
    if (park) print(`Parked ${describe(await operator.park(park))}`);
    else if (unpark) print(`Put back ${describe(await operator.unpark(unpark))}`);
    else await list(operator, limit, print);
    return 0;
  });
}

async function list(operator: OutboxOperator, limit: number, print: CommandCall['print']): Promise<void> {
  const { pending, parked } = await operator.list(limit);
  for (const event of pending) print(describe(event));
  if (pending.length === 0) print('The outbox is empty.');
  for (const event of parked) print(`parked  ${describe(event)}`);
}

function describe({ id, event_id, subject, bytes, age, refusal }: ListedEvent): string {
  return `${id}  ${event_id}  ${subject}  ${bytes} bytes  ${age} s old  ${refusal ?? 'not refused'}`;
}

function idOf(name: 'park' | 'unpark', text: string | undefined): number | undefined {
  if (text === '') throw new UsageError(`--${name} needs the id that the list shows first.`);
  return numberOf(`--${name}`, text);
}
