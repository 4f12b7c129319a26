import { SNAPSHOT_DURABLES } from '@plaudit/contracts';
import { readArguments, UsageError } from '@plaudit/database';
import { type NatsServer, sendSnapshot, type SnapshotReport, type SnapshotSource } from '@plaudit/events';
import type { ServiceDefinition } from './service/define-service';

/** The addresses that a command of a service uses. */
export interface BusAddresses {
  databaseUrl: string;
  nats: NatsServer;
}

/** The options that all commands with snapshots have. */
export interface SnapshotArguments {
  rate: number | undefined;
  restart: boolean;
  /** Waits until the durable has handled every page. */
  untilApplied?: boolean;
}

type Print = (line: string) => void;

const PROGRESS_MS = 5_000;

const toStdout: Print = (line) => void process.stdout.write(`${line}\n`);

/**
 * Runs `snapshot --to widgets__channel [--rate 5000] [--restart]` for a service. Returns the exit code: 0 if every record was sent, 1
 * if not, 2 for wrong options.
 */
export async function snapshotCommand(
  definition: ServiceDefinition,
  addresses: BusAddresses,
  args: readonly string[],
  print: Print = toStdout,
): Promise<number> {
  try {
    const { to, ...given } = readSnapshotArguments(args);
    if (!to) throw new UsageError(`--to is required. ${receiversOf(definition)}`);
    await snapshotTo(definition, to, addresses, given, print);
    return 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Reads the options of the commands with snapshots. Throws {@link UsageError} for unknown and invalid ones. */
export function readSnapshotArguments(
  args: readonly string[],
): SnapshotArguments & { from?: string; to?: string; services: string[] } {
  const { values, positionals } = readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      rate: { type: 'string' },
      restart: { type: 'boolean' },
    },
  });
  const rate = values.rate === undefined ? undefined : Number(values.rate);
  if (rate !== undefined && (!Number.isSafeInteger(rate) || rate < 1))
    throw new UsageError('--rate must be a whole number above 0, in records per second.');
  const { from, to, restart = false } = values;
  return { from, to, rate, restart, services: positionals };
}

/** Sends the snapshot and prints its progress. Throws {@link UsageError} if the durable cannot take one of this service. */
export async function snapshotTo(
  definition: ServiceDefinition,
  durable: string,
  { databaseUrl, nats }: BusAddresses,
  { rate, restart, untilApplied }: SnapshotArguments,
  print: Print,
): Promise<SnapshotReport> {
  const source = sourceFor(definition, durable);
  let printedAt = performance.now();
  const report = await sendSnapshot({
    service: definition.name,
    source,
    databaseUrl,
    nats,
    durable,
    rate,
    restart,
    untilApplied,
    onBegin: ({ begunAt, sent }) => {
      if (sent === 0) return;
      const begun = begunAt.toISOString();
      print(
        `${durable}: continuing the snapshot that began at ${begun}, after ${sent} records; --restart begins anew`,
      );
    },
    onProgress: (now) => {
      if (performance.now() - printedAt < PROGRESS_MS) return;
      printedAt = performance.now();
      print(`${durable}: ${describe(now)}`);
    },
  });
  print(`${durable}: complete; ${describe(report)}`);
  return report;
}

function sourceFor(definition: ServiceDefinition, durable: string): SnapshotSource {
  const source = definition.snapshots?.find((one) => durable.endsWith(`__${one.definition.noun}`));
  if (source && SNAPSHOT_DURABLES.includes(durable)) return source;
  throw new UsageError(
    `${durable} cannot take a snapshot of ${definition.name}, because its service has no handler of one. ${receiversOf(definition)}`,
  );
}

function receiversOf({ name, snapshots = [] }: ServiceDefinition): string {
  const nouns = snapshots.map(({ definition }) => definition.noun);
  const durables = SNAPSHOT_DURABLES.filter((durable) => nouns.some((noun) => durable.endsWith(`__${noun}`)));
  return durables.length > 0
    ? `Durables that can: ${durables.join(', ')}.`
    : `${name} owns no records that a snapshot can send.`;
}

function describe({ records, before, seconds, waited, backlog }: SnapshotReport): string {
  const rate = Math.round(records / Math.max(seconds, 0.001));
  const earlier = before > 0 ? ` after ${before} in earlier runs` : '';
  return (
    `${records} records sent${earlier} in ${seconds.toFixed(1)} s (${rate} per second), ` +
    `${waited.toFixed(1)} s of waiting, ${backlog} pages not yet handled`
  );
}
