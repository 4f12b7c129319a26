import workerThreads, { Worker } from 'node:worker_threads';

/** The threads that run. Node does not list them among the active resources. */
const threads = new Set<Worker>();
workerThreads.Worker = class extends Worker {
  constructor(...parameters: ConstructorParameters<typeof Worker>) {
    super(...parameters);
    threads.add(this);
    this.once('exit', () => threads.delete(this));
  }
};

// Node opens the standard streams when they are first used, and never closes them.
void [process.stdout, process.stderr];

/**
 * Libraries leave timers that end by themselves within minutes. The run fails if one keeps its worker from ending (see
 * worker-end.ts).
 */
const ENDING = new Set(['Timeout', 'Immediate']);

/** Counts the timers that keep this process running. */
export function openTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => ENDING.has(kind)).length;
}

/** Counts by kind what this process has open, such as `TCPSocketWrap` and `ProcessWrap`. */
export function openResources(): Map<string, number> {
  const counts = new Map<string, number>();
  const kinds = [...process.getActiveResourcesInfo(), ...[...threads].map(() => 'Worker')];
  for (const kind of kinds.filter((each) => !ENDING.has(each))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Returns the kinds of which more is open than `before`, and how many more: `TCPSocketWrap (2)`. */
export function openedSince(before: ReadonlyMap<string, number>): string[] {
  return [...openResources()]
    .map(([kind, count]) => ({ kind, more: count - (before.get(kind) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => `${kind} (${more})`);
}

/** The key under which Node keeps the agent of `fetch`, which has its connections. */
const AGENT: unique symbol = Symbol.for('undici.globalDispatcher.1');

interface Agent {
  constructor: new () => Agent;
  destroy(): Promise<void>;
}

/**
 * Closes the connections of `fetch`. If a spec does not read a response to its end, the connection stays open until the
 * garbage collector finds the response. It would keep the process running after the last spec.
 */
export async function closeFetchConnections(): Promise<void> {
  const node = globalThis as { [AGENT]?: Agent };
  const agent = node[AGENT];
  if (!agent) return;
  node[AGENT] = new agent.constructor();
  await agent.destroy();
}
