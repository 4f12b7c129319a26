import { Agent } from 'undici';
import { requestHeaders, USER_AGENT } from '../../apps/webhooks/src/signing/request-headers';
import { signatureHeaders } from '../../apps/webhooks/src/signing/signature';

/** Sends the product's signed POSTs with undici alone, as many at once as the product may, and prints requests per second. */
const {
  ORIGINS = '',
  BODY = '{}',
  WARM_UP = '0',
  REQUESTS = '1000',
  AT_ONCE = '1',
  PER_HOST = '1',
} = process.env;
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

const origins = ORIGINS.split(',');
const body = Buffer.from(BODY);
const agent = new Agent({ connections: Number(PER_HOST), pipelining: 1 });

async function send(place: number): Promise<void> {
  const eventId = `evt_${place}`;
  const signatures = signatureHeaders([SECRET], {
    eventId,
    timestamp: Math.floor(Date.now() / 1_000),
    body,
  });
  const attempt = { eventId, event: 'review.created', deliveryId: `dlv_${place}`, number: 1 };
  const response = await agent.request({
    origin: origins[place % origins.length] as string,
    path: `/${place}`,
    method: 'POST',
    headers: { 'User-Agent': USER_AGENT, ...requestHeaders(attempt, signatures) },
    body,
  });
  await response.body.text();
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
}

async function sendAll(total: number): Promise<void> {
  let next = 0;
  const loop = async (): Promise<void> => {
    for (let place = next++; place < total; place = next++) await send(place);
  };
  await Promise.all(Array.from({ length: Number(AT_ONCE) }, loop));
}

async function main(): Promise<void> {
  await sendAll(Number(WARM_UP));
  const from = performance.now();
  await sendAll(Number(REQUESTS));
  console.log(
    `Sent ${Math.round((Number(REQUESTS) / (performance.now() - from)) * 1_000)} requests a second`,
  );
}

void main();
