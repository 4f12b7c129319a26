import { randomBytes, randomUUID } from 'node:crypto';
import { get, type IncomingHttpHeaders } from 'node:http';
import type { Cleanup } from './cleanup';
import { startService, tokenHeader } from './programs';
import { seedReviews } from './reviews';
import { startServers } from './servers';

/** Gateway, widgets and reviews as in production, each in its own process, and the data of one widget. */
export interface Embeds {
  /** The origins of the widgets service, whose requests need `gatewayHeaders`, and of the gateway. */
  service: string;
  gateway: string;
  /** What the gateway adds to a request: the token and the id of the request. */
  gatewayHeaders: Record<string, string>;
  /** The header with the API key, for the gateway. */
  keyHeader: Record<string, string>;
  /** The path of the data of the widget, as the element requests it on an English page. */
  path: string;
}

/** The throttles count every request and allow all of them. */
const THROTTLES = {
  THROTTLE_BURST: '1000000000',
  THROTTLE_RATE: '1000000000',
  THROTTLE_ADDRESS_BURST: '1000000000',
  THROTTLE_ADDRESS_RATE: '1000000000',
  THROTTLE_WIDGET_BURST: '1000000000',
  THROTTLE_WIDGET_RATE: '1000000000',
};

/** The server that these are compared with writes no log either. */
const NO_ACCESS_LOG = { ACCESS_LOG: 'off' };

/** Starts the services with 50,000 reviews, and adds a widget that shows `reviews` of them. */
export async function startEmbeds(reviewsShown: number, cleanup: Cleanup): Promise<Embeds> {
  const servers = await startServers(cleanup);
  const key = `rk_${randomBytes(20).toString('hex')}`;
  const reviews = await startService(servers, 'reviews', cleanup, NO_ACCESS_LOG);
  const widgets = await startService(servers, 'widgets', cleanup, { ...NO_ACCESS_LOG, REVIEWS_URL: reviews });
  const gateway = await startService(servers, 'gateway', cleanup, {
    ...THROTTLES,
    ...NO_ACCESS_LOG,
    REVIEWS_URL: reviews,
    WIDGETS_URL: widgets,
    BOOTSTRAP_API_KEY: key,
  });
  const subAccount = await seedReviews(servers.adminUrl);
  const widget = await addWidget(gateway, key, { source: { limit: reviewsShown } });
  return {
    service: widgets,
    gateway,
    gatewayHeaders: {
      ...(await tokenHeader(servers, subAccount, 'widgets')),
      'x-request-id': randomUUID(),
    },
    keyHeader: { authorization: `Bearer ${key}` },
    path: `/embed/v1/widgets/${widget}.json?page_lang=en`,
  };
}

/** Adds a widget through the API. Returns its key. */
export async function addWidget(gateway: string, key: string, settings: object = {}): Promise<string> {
  const response = await fetch(`${gateway}/public/v1/widgets/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'list', name: 'Home page', settings }),
  });
  const added = (await response.json()) as { key?: string };
  if (added.key === undefined) throw new Error(`Could not add a widget: ${JSON.stringify(added)}`);
  return added.key;
}

interface RawResponse {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Sends a GET. Returns the body as it was sent, compressed or not. */
export function getRaw(url: string, headers: Record<string, string>): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
  });
}
