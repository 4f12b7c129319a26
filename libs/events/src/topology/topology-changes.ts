import { ownValue, type StreamTopology } from '@plaudit/contracts';
import type { StreamConfig } from 'nats';
import { differences, EVENTS_STREAM, streamSettings, type TopologyOptions } from './topology-settings';

/** One setting that differs between the server and the topology. Sizes are in bytes, durations in nanoseconds. */
export interface SettingChange {
  setting: string;
  from: unknown;
  to: unknown;
  /** True if the change gives up messages, history or safety that the server keeps now. */
  narrows: boolean;
}

type Settings = Readonly<Record<string, unknown>>;

/** Returns the settings that a stream should have. A value that the operator has not given stays as it is. */
export function wantedSettings(
  stream: StreamTopology,
  options: TopologyOptions,
  current: StreamConfig | null,
): Partial<StreamConfig> {
  const wanted = streamSettings(stream, options.replicas ?? 1);
  if (!current) return wanted;
  if (!options.replicas) wanted.num_replicas = current.num_replicas;
  const isEvents = stream.name === EVENTS_STREAM;
  if (isEvents && !options.eventsMaxBytes) wanted.max_bytes = current.max_bytes;
  // There is no setting for the size of the other streams, so a larger one was chosen by hand.
  if (!isEvents && limitOf(current.max_bytes) > limitOf(wanted.max_bytes))
    wanted.max_bytes = current.max_bytes;
  return wanted;
}

/** Returns the settings of a stream or durable that differ, each with its current and its wanted value. */
export function settingChanges(current: object, wanted: object): SettingChange[] {
  const [now, then] = [current as Settings, wanted as Settings];
  return differences(current, wanted).map((setting) => {
    const [from, to] = [ownValue(now, setting), ownValue(then, setting)];
    return { setting, from, to, narrows: ownValue(NARROWS, setting)?.(from, to) ?? false };
  });
}

/** Returns the wanted settings without the changes that narrow: these keep their current value. */
export function widened<T extends object>(wanted: T, changes: readonly SettingChange[]): T {
  const kept = changes
    .filter(({ narrows }) => narrows)
    .map(({ setting, from, to }) => [setting, setting === 'subjects' ? union(from, to) : from]);
  return { ...wanted, ...Object.fromEntries(kept) };
}

const NARROWS: Readonly<Record<string, (from: unknown, to: unknown) => boolean>> = {
  max_bytes: (from, to) => limitOf(to) < limitOf(from),
  max_age: (from, to) => limitOf(to) < limitOf(from),
  duplicate_window: (from, to) => Number(to) < Number(from),
  num_replicas: (from, to) => Number(to) < Number(from),
  subjects: (from, to) => union(from, to).length > namesIn(to).length,
  retention: () => true,
  storage: () => true,
  filter_subject: () => true,
};

/** The server uses 0 and -1 for "no limit". */
function limitOf(value: unknown): number {
  return Number(value ?? 0) > 0 ? Number(value) : Infinity;
}

function union(one: unknown, other: unknown): string[] {
  return [...new Set([...namesIn(one), ...namesIn(other)])];
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}
