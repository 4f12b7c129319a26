import { DURABLES, SERVICE_NAMES, SNAPSHOT_DURABLES } from '@plaudit/contracts';
import { UsageError } from '@plaudit/database';
import { readSnapshotArguments, type ServiceDefinition, type Settings, snapshotTo } from '@plaudit/runtime';
import { runningAddresses } from './running-product';
import { ALL_SERVICES } from './services';

/** Prints a line for the operator. */
type Print = (line: string) => void;

/** Runs `snapshot --from reviews --to widgets__review [--rate 5000] [--restart]` beside the running product. */
export async function sendSnapshotFrom(env: Settings, args: readonly string[], print: Print): Promise<void> {
  const { from, to, ...given } = readSnapshotArguments(args);
  const owner = ALL_SERVICES.find(({ name }) => name === from);
  if (!owner) throw new UsageError(`--from must be one of ${ownersOf().join(', ')}.`);
  if (!to)
    throw new UsageError(
      `--to is required. Durables that can take a snapshot: ${SNAPSHOT_DURABLES.join(', ')}.`,
    );
  await snapshotTo(owner, to, runningAddresses(env, owner.name), given, print);
}

/**
 * Runs `rebuild widgets [--rate 5000] [--restart]` beside the running product: sends the snapshot of each noun that the service keeps
 * copies of, from the noun's owner, and returns when the service has applied them. The service keeps serving.
 */
export async function rebuildProjections(
  env: Settings,
  args: readonly string[],
  print: Print,
): Promise<void> {
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
  for (const { name, noun } of durables) {
    const owner = ownerOf(noun);
    await snapshotTo(owner, name, runningAddresses(env, owner.name), { ...given, untilApplied: true }, print);
  }
  print(`Rebuilt the copies of ${service}.`);
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

function ownerOf(noun: string): ServiceDefinition {
  const owner = ALL_SERVICES.find(({ snapshots = [] }) =>
    snapshots.some(({ definition }) => definition.noun === noun),
  );
  if (!owner) throw new Error(`No service has a snapshot of ${noun}.`);
  return owner;
}
