import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClientOptions, PlauditClient } from '@plaudit/client';
import { ratingChanged, reviewCreated } from '@plaudit/contracts';
import { removeDataDir } from '@plaudit/embedded';
import type { Settings } from '@plaudit/runtime';
import { EventRecorder, type FixtureServer, freePort, startFixtureServer } from '@plaudit/testing';
import { startStandalone, type Standalone } from '../standalone';
import { StandInAppStore } from './stand-in-app-store';

/** The product, the stand-ins around it, and a client of its API. */
export interface SmokeWorld {
  store: StandInAppStore;
  /** Receives the webhook. */
  receiver: FixtureServer;
  reviewEvents: EventRecorder;
  ratingEvents: EventRecorder;
  product: Standalone;
  /** A client with the admin key of the first account. */
  client: PlauditClient;
  close(): Promise<void>;
}

/** Starts the whole product on a temporary DATA_DIR, with these settings in place of its own. The client uses `fetch`. */
export async function startSmokeWorld(
  log: (line: string) => void,
  fetch?: ClientOptions['fetch'],
  settings: Settings = {},
): Promise<SmokeWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plaudit-smoke-'));
  const apiKey = `rk_${randomBytes(20).toString('hex')}`;
  const port = settings.PORT ?? String(await freePort());
  const store = await StandInAppStore.start();
  const receiver = await startFixtureServer(() => ({ status: 204 }));
  const product = await startStandalone(
    {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: undefined,
      NATS_URL: undefined,
      PORT: port,
      // The dashboard is served under this host only.
      PUBLIC_URL: `http://localhost:${port}`,
      BOOTSTRAP_API_KEY: apiKey,
      ALLOW_LOOPBACK: 'true',
      CHANNEL_REFRESH_LIMIT_MINUTES: '0',
      THROTTLE_BURST: '0',
      // Approved reviews appear at once only if services respond in time. A busy machine must not fail the run.
      SERVICE_TIMEOUT_FACTOR: '20',
      // The first attempt of a delivery may time out on a busy machine.
      WEBHOOK_RETRY_DELAYS: '1x20',
      // The stand-in store needs no pace.
      CRAWL_RATE_FACTOR: '0',
      ORIGIN_OVERRIDES: `https://itunes.apple.com=${store.url}`,
      ...settings,
    },
    log,
  );
  const { nats_url: nats, gateway } = product.endpoints;
  const reviewEvents = await EventRecorder.start(nats, `${reviewCreated.pattern}.>`);
  const ratingEvents = await EventRecorder.start(nats, `${ratingChanged.pattern}.>`);
  return {
    store,
    receiver,
    reviewEvents,
    ratingEvents,
    product,
    client: new PlauditClient({ baseUrl: gateway, apiKey, fetch }),
    close: async () => {
      await Promise.all([reviewEvents.close(), ratingEvents.close()]);
      await product.close();
      await Promise.all([store.close(), receiver.close()]);
      await removeDataDir(dataDir);
    },
  };
}
