import type { DurableTopology, ServiceName, StreamTopology } from '@plaudit/contracts';
import type { JetStreamManager } from 'nats';
import { payloadProblem } from '../connection/max-payload';
import { accessTo, type NatsServer } from '../connection/nats-access';
import { connectNats } from '../connection/nats-connection';
import { checkDurable, isNotFound } from '../consume/durable-check';
import { type SettingChange, settingChanges, wantedSettings, widened } from './topology-changes';
import {
  differences,
  durableSettings,
  durablesIn,
  streamsOf,
  type TopologyOptions,
} from './topology-settings';

type TopologyAction = 'created' | 'updated' | 'unchanged' | 'recreated';

/** The action that was taken for each stream and durable. */
export interface TopologyReport {
  streams: { name: string; action: TopologyAction }[];
  durables: { stream: string; name: string; action: TopologyAction }[];
  changes: TopologyChange[];
}

/** One setting of a stream or durable that the server has otherwise. */
export interface TopologyChange extends SettingChange {
  /** `EVENTS`, or `ai__review of EVENTS`. */
  of: string;
  /** False if the change narrows and was not forced, so that the setting stays as it is. */
  applied: boolean;
}

/** A difference between the server and the topology, described for the operator. */
export interface TopologyProblem {
  /** Null for a stream, because it concerns all services. */
  service: ServiceName | null;
  problem: string;
}

/**
 * Creates missing streams and durables of the topology and updates those that differ. It reads the current state first,
 * because servers of version 2.9 treat an add as an overwrite. Recreates a durable that is ahead of its stream. Ignores
 * other streams and durables. It can be repeated.
 *
 * Without `force` it only widens: it never makes a stream smaller, shortens its memory, drops a subject, lowers the replicas
 * or changes a filter. The report has the changes that it left out.
 */
export function applyTopology(server: NatsServer, options: TopologyOptions = {}): Promise<TopologyReport> {
  return withManager(server, async (jsm) => {
    const report: TopologyReport = { streams: [], durables: [], changes: [] };
    for (const stream of streamsOf(options)) await applyStream(jsm, stream, options, report);
    for (const durable of durablesIn(options)) await applyDurable(jsm, durable, options, report);
    return report;
  });
}

/** Returns the differences between the server and the topology, or an empty list if there are none. */
export function checkTopology(server: NatsServer, options: TopologyOptions = {}): Promise<TopologyProblem[]> {
  return withManager(server, async (jsm) => {
    const problems: TopologyProblem[] = [];
    for (const stream of streamsOf(options)) {
      const problem = await streamProblem(jsm, stream, options);
      if (problem) problems.push({ service: null, problem });
    }
    for (const durable of durablesIn(options)) {
      const problem = await durableProblem(jsm, durable);
      if (problem) problems.push({ service: durable.service, problem });
    }
    return problems;
  });
}

async function withManager<T>(server: NatsServer, work: (jsm: JetStreamManager) => Promise<T>): Promise<T> {
  const nats = await connectNats({ ...accessTo(server), service: 'topology' });
  try {
    const problem = payloadProblem(nats);
    if (problem) throw new Error(problem);
    return await work(await nats.jetstreamManager());
  } finally {
    await nats.close();
  }
}

async function applyStream(
  jsm: JetStreamManager,
  stream: StreamTopology,
  options: TopologyOptions,
  report: TopologyReport,
): Promise<void> {
  const { name } = stream;
  const current = await orNull(jsm.streams.info(name));
  const wanted = wantedSettings(stream, options, current?.config ?? null);
  if (!current) {
    await jsm.streams.add(wanted);
    report.streams.push({ name, action: 'created' });
    return;
  }
  const { settings, isChanged } = allowed(name, current.config, wanted, options, report);
  if (isChanged) await jsm.streams.update(name, settings);
  report.streams.push({ name, action: isChanged ? 'updated' : 'unchanged' });
}

async function applyDurable(
  jsm: JetStreamManager,
  durable: DurableTopology,
  options: TopologyOptions,
  report: TopologyReport,
): Promise<void> {
  const wanted = durableSettings(durable);
  const { stream, name } = durable;
  const state = await checkDurable(jsm, stream, name);
  if (state.usable) {
    const of = `${name} of ${stream}`;
    const { settings, isChanged } = allowed(of, state.consumer.config, wanted, options, report);
    if (isChanged) await jsm.consumers.update(stream, name, settings);
    report.durables.push({ stream, name, action: isChanged ? 'updated' : 'unchanged' });
    return;
  }
  if (!state.missing) await jsm.consumers.delete(stream, name);
  await jsm.consumers.add(stream, wanted);
  report.durables.push({ stream, name, action: state.missing ? 'created' : 'recreated' });
}

/** Adds the changes to the report. Returns the settings to apply: all with `force`, otherwise those that widen. */
function allowed<T extends object>(
  of: string,
  current: object,
  wanted: T,
  { force = false }: TopologyOptions,
  report: TopologyReport,
): { settings: T; isChanged: boolean } {
  const changes = settingChanges(current, wanted);
  for (const change of changes) report.changes.push({ of, ...change, applied: force || !change.narrows });
  const settings = force ? wanted : widened(wanted, changes);
  return { settings, isChanged: differences(current, settings).length > 0 };
}

async function streamProblem(
  jsm: JetStreamManager,
  stream: StreamTopology,
  options: TopologyOptions,
): Promise<string | null> {
  const current = await orNull(jsm.streams.info(stream.name));
  if (!current) return `stream ${stream.name} is missing; run "npm run topology"`;
  const wanted = wantedSettings(stream, options, current.config);
  return difference(`stream ${stream.name}`, current.config, wanted);
}

async function durableProblem(jsm: JetStreamManager, durable: DurableTopology): Promise<string | null> {
  const { stream, name } = durable;
  const state = await checkDurable(jsm, stream, name);
  if (!state.usable) return state.reason;
  return difference(`durable ${name} of stream ${stream}`, state.consumer.config, durableSettings(durable));
}

function difference(of: string, current: object, wanted: object): string | null {
  const changes = settingChanges(current, wanted).map(
    ({ setting, from, to }) => `${setting} (${JSON.stringify(from)}, not ${JSON.stringify(to)})`,
  );
  return changes.length > 0 ? `${of} differs in ${changes.join(', ')}` : null;
}

async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
