import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client } from 'undici';
import type { Endpoint } from './address-book';
import { connectorFor } from './replica-connections';

const PATH = '/health/ready';
const TIMEOUT_MS = 2_000;
const PAUSE_MS = 1_000;
const JITTER = 0.2;

const logger = new Logger('ReplicaProbe');

export interface ProbeSettings {
  /** What the replica belongs to, for the log. */
  upstream: string;
  /** Multiplies the time that the replica has to answer. */
  timeoutFactor: number;
}

/** Probes a replica about once a second. Returns when it is ready, or soon after the signal is aborted. */
export async function untilReady(
  endpoint: Endpoint,
  { upstream, timeoutFactor }: ProbeSettings,
  random: () => number,
  signal: AbortSignal,
): Promise<void> {
  const about = { upstream, replica: endpoint.name };
  for (let failures = 0; ; failures += 1) {
    const reason = await probe(endpoint, TIMEOUT_MS * timeoutFactor, signal);
    if (signal.aborted) return;
    if (reason === null) {
      if (failures > 0) logger.log({ message: 'Sends requests to a replica again', ...about });
      return;
    }
    // A replica that was only slow passes the first probe. That is not worth a line.
    if (failures === 0)
      logger.warn({ message: 'Stopped sending requests to a replica while others work', reason, ...about });
    const pause = PAUSE_MS * (1 - JITTER + 2 * JITTER * random());
    await sleep(pause, undefined, { ref: false, signal }).catch(() => null);
  }
}

/** Returns why the replica is not ready, or null. Opens a connection, because those for requests may all be taken. */
async function probe(endpoint: Endpoint, timeoutMs: number, signal: AbortSignal): Promise<string | null> {
  const client = new Client(endpoint.origin, {
    connect: connectorFor(endpoint, timeoutMs),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  try {
    const { statusCode, body } = await client.request({ method: 'GET', path: PATH, signal });
    await body.dump();
    return statusCode === 200 ? null : `responded ${statusCode} to ${PATH}`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    void client.destroy();
  }
}
