import {
  firstAttempt,
  HOURLY_RETRIES,
  startWebhooksWorld,
  type WebhooksWorld,
} from '../webhooks-world.suite';
import { codeBlocks, pageOf } from './guide.suite';

interface DocumentedRequest {
  method: string;
  path: string;
  body: object | undefined;
}

function parse(code: string): DocumentedRequest {
  const [head = '', body] = code.split('\n\n');
  const [method = '', path = ''] = (head.split('\n')[0] ?? '').split(' ');
  return { method, path, body: body ? (JSON.parse(body) as object) : undefined };
}

/** The requests of the page, in their order. */
const REQUESTS = codeBlocks(pageOf(), 'http').map(parse);

describe('The requests of docs/webhooks.md', () => {
  let world: WebhooksWorld;

  beforeAll(async () => {
    world = await startWebhooksWorld(HOURLY_RETRIES);
  });
  afterAll(() => world.close());

  it('succeed with the ids of a webhook, a delivery and an attempt that exist', async () => {
    const { webhook, attempt } = await firstAttempt(world, { status: 500 });
    const answered = [];
    for (const { method, path, body } of REQUESTS) {
      const real = path
        .replace(/\/7(?=\?|$)/, `/${webhook.id}`)
        .replace('/311', `/${attempt.id}`)
        .replace(/dlv_\w+/, attempt.delivery_id);
      const { status } = await world.as().send(method, 'webhooks', real, body ? { body } : {});
      answered.push(`${method} ${path.replace(/^\/public\/v1|\?.*$/g, '')}: ${status}`);
    }
    expect(answered).toEqual([
      'POST /webhooks/add: 201',
      'GET /webhooks/deliveries/7: 200',
      'GET /webhooks/attempts/311: 200',
      'POST /webhooks/redeliver/dlv_0f5cf1c5a6a54d3c9bfa1c1b5a4f7a11: 200',
      'POST /webhooks/recover/7: 200',
      'POST /webhooks/rotate_secret/7: 200',
      'GET /webhooks/events: 200',
    ]);
  });
});
