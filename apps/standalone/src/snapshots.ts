import { DURABLES, SERVICE_NAMES, SNAPSHOT_DURABLES } from '@plaudit/contracts';
import { UsageError } from '@plaudit/database';
import { readSnapshotArguments, type ServiceDefinition, type Settings, snapshotTo } from '@plaudit/runtime';
import { runningAddresses } from './running-product';
import { ALL_SERVICES } from './services';
import { unappliedPages } from './unapplied-pages.read-model';

/** Prints a line for the operator. */
type Print = (line: string) => void;

/** Runs `snapshot --from reviews --to reports__review [--rate 5000] [--restart]` beside the running product. Returns 0. */
export async function sendSnapshotFrom(
  env: Settings,
  args: readonly string[],
  print: Print,
): Promise<number> {
  const { from, to, ...given } = readSnapshotArguments(args);
  const owner = ALL_SERVICES.find(({ name }) => name === from);
  if (!owner) throw new UsageError(`--from must be one of ${ownersOf().join(', ')}.`);
  if (!to)
    throw new UsageError(
      `--to is required. Durables that can take a snapshot: ${SNAPSHOT_DURABLES.join(', ')}.`,
    );
  await snapshotTo(owner, to, runningAddresses(env, owner.name), given, print);
  return 0;
}

/**
 * Runs `rebuild widgets [--rate 5000] [--restart]` beside the running product: sends the snapshot of each noun that the service keeps
 * copies of, from the noun's owner, and returns when the service has taken all pages. The service keeps serving. Returns 1 if it
 * has not stored all of them, because its handler failed.
 */
export async function rebuildProjections(
  env: Settings,
  args: readonly string[],
  print: Print,
): Promise<number> {
  const { services, ...given } = readSnapshotArguments(args);
  const [service] = services;
  if (services.length !== 1 || !SERVICE_NAMES.some((name) => name === service))
    throw new UsageError(
      `Name one service, for example "rebuild widgets". Services: ${rebuildable().join(', ')}.`,
    );
  const durables = receiving().filter((durable) => durable.service === service);
  if (durables.length === 0)
    throw new UsageError(
      `${service} keeps no copies that a snapshot can rebuild. Services that do: ${rebuildable().join(', ')}.`,
    );
  const problems: string[] = [];
  for (const { name, service: receiver, noun } of durables) {
    const { owner, kind } = snapshotOf(noun);
    const addresses = runningAddresses(env, receiver);
    const owners = runningAddresses(env, owner.name);
    const { begunAt } = await snapshotTo(owner, name, owners, { ...given, untilApplied: true }, print);
    problems.push(...(await unappliedPages(addresses, { durable: name, kind, begunAt })));
  }
  problems.forEach(print);
  print(
    problems.length === 0
      ? `Rebuilt the copies of ${service}.`
      : `Not all copies of ${service} are rebuilt. Repair the cause and run the command again.`,
  );
  return problems.length === 0 ? 0 : 1;
}

/** The durables that take snapshots, each once. */
function receiving() {
  return DURABLES.filter(({ name, stream }) => stream === 'DIRECT' && SNAPSHOT_DURABLES.includes(name));
}

function rebuildable(): string[] {
  return [...new Set(receiving().map(({ service }) => service))];
}

function ownersOf(): string[] {
  return ALL_SERVICES.filter(({ snapshots = [] }) => snapshots.length > 0).map(({ name }) => name);
}

function snapshotOf(noun: string): { owner: ServiceDefinition; kind: string } {
  for (const owner of ALL_SERVICES) {
    const source = owner.snapshots?.find(({ definition }) => definition.noun === noun);
    if (source) return { owner, kind: source.definition.pattern };
  }
  throw new Error(`No service has a snapshot of ${noun}.`);
}
