import type { DurableTopology, ServiceName, StreamTopology } from '@plaudit/contracts';
import type { JetStreamManager } from 'nats';
import { payloadProblem } from '../connection/max-payload';
import { accessTo, type NatsServer } from '../connection/nats-access';
import { connectNats } from '../connection/nats-connection';
import { checkDurable, isNotFound } from '../consume/durable-check';
import {
  differences,
  durableSettings,
  durablesIn,
  streamSettings,
  streamsOf,
  type TopologyOptions,
} from './topology-settings';

type TopologyAction = 'created' | 'updated' | 'unchanged' | 'recreated';

/** The action that was taken for each stream and durable. */
export interface TopologyReport {
  streams: { name: string; action: TopologyAction }[];
  durables: { stream: string; name: string; action: TopologyAction }[];
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
 */
export function applyTopology(server: NatsServer, options: TopologyOptions = {}): Promise<TopologyReport> {
  return withManager(server, async (jsm) => {
    const report: TopologyReport = { streams: [], durables: [] };
    for (const stream of streamsOf(options)) {
      report.streams.push({
        name: stream.name,
        action: await applyStream(jsm, stream, options.replicas ?? 1),
      });
    }
    for (const durable of durablesIn(options)) {
      const { stream, name } = durable;
      report.durables.push({ stream, name, action: await applyDurable(jsm, durable) });
    }
    return report;
  });
}

/** Returns the differences between the server and the topology, or an empty list if there are none. */
export function checkTopology(server: NatsServer, options: TopologyOptions = {}): Promise<TopologyProblem[]> {
  return withManager(server, async (jsm) => {
    const problems: TopologyProblem[] = [];
    for (const stream of streamsOf(options)) {
      const problem = await streamProblem(jsm, stream, options.replicas ?? 1);
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
  replicas: number,
): Promise<TopologyAction> {
  const wanted = streamSettings(stream, replicas);
  const current = await orNull(jsm.streams.info(stream.name));
  if (!current) {
    await jsm.streams.add(wanted);
    return 'created';
  }
  if (differences(current.config, wanted).length === 0) return 'unchanged';
  await jsm.streams.update(stream.name, wanted);
  return 'updated';
}

async function applyDurable(jsm: JetStreamManager, durable: DurableTopology): Promise<TopologyAction> {
  const wanted = durableSettings(durable);
  const { stream, name } = durable;
  const state = await checkDurable(jsm, stream, name);
  if (state.usable) {
    if (differences(state.consumer.config, wanted).length === 0) return 'unchanged';
    await jsm.consumers.update(stream, name, wanted);
    return 'updated';
  }
  if (!state.missing) await jsm.consumers.delete(stream, name);
  await jsm.consumers.add(stream, wanted);
  return state.missing ? 'created' : 'recreated';
}

async function streamProblem(
  jsm: JetStreamManager,
  stream: StreamTopology,
  replicas: number,
): Promise<string | null> {
  const current = await orNull(jsm.streams.info(stream.name));
  if (!current) return `stream ${stream.name} is missing; run "npm run topology"`;
  const different = differences(current.config, streamSettings(stream, replicas));
  return different.length > 0 ? `stream ${stream.name} differs in ${different.join(', ')}` : null;
}

async function durableProblem(jsm: JetStreamManager, durable: DurableTopology): Promise<string | null> {
  const { stream, name } = durable;
  const state = await checkDurable(jsm, stream, name);
  if (!state.usable) return state.reason;
  const different = differences(state.consumer.config, durableSettings(durable));
  return different.length > 0
    ? `durable ${name} of stream ${stream} differs in ${different.join(', ')}`
    : null;
}

async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
