import type { ApiDocument, ApiOperation, ApiParameter, ApiResponse } from '@plaudit/runtime';
import { MAX_BODY_BYTES } from '../fan-out/envelope';
import { WEBHOOKS_GUIDE } from '../generated/webhooks-guide';
import { parseRetryDelays } from '../retries/retry-schedule';
import { MAX_HEADERS_MS } from '../sending/endpoint.client';
import { scopeOf } from '../webhooks/webhook-rules';
import { WebhooksEnv } from '../webhooks.env';
import { type AnnouncedEvent, ANNOUNCED_EVENTS, exampleEnvelope } from './announced-events';
import { envelopeName, envelopeSchema, fieldsSchema } from './schemas';

/** Each header of a delivery that a receiver may use, besides Content-Type. Tests compare them with real deliveries. */
export const HEADERS: readonly [
  name: string,
  description: string,
  example: string | number,
  required: boolean,
][] = [
  [
    'X-Service-Signature',
    't=<Unix time of this attempt>,v1=<hex>. v1 is the HMAC-SHA256 of "<t>.<raw body>" with the whole secret as key. There is one v1, and during a rotation of the secret a second one, of the previous secret. Accept the delivery if any v1 matches.',
    't=1767323045,v1=86101f0dd2355bec53ea8295323c84f0553ec51ef6dd5ccf58f4e11218a6baa5',
    true,
  ],
  ['X-Service-Event', 'The event, as in the body.', 'review.created', true],
  [
    'X-Service-Event-Id',
    'The id of the event, as in the body.',
    'evt_019a2f3c5b7e7f2aa1d3c4b5e6f70819',
    true,
  ],
  [
    'X-Service-Delivery-Id',
    'The delivery, the same on every retry. GET /webhooks/deliveries/{id} lists its attempts.',
    'dlv_0f5cf1c5a6a54d3c9bfa1c1b5a4f7a11',
    true,
  ],
  ['X-Service-Attempt', 'The number of this attempt, starting at 1.', 1, true],
  ['webhook-id', 'Standard Webhooks: the id of the event.', 'evt_019a2f3c5b7e7f2aa1d3c4b5e6f70819', true],
  ['webhook-timestamp', 'Standard Webhooks: the Unix time of this attempt.', 1767323045, true],
  [
    'webhook-signature',
    'Standard Webhooks: v1,<base64>, and during a rotation a second one after a space. The key is the base64 text behind whsec_, decoded.',
    'v1,QN5EyWpRDHEddc3/qoXFjWtJvxGI8Cw+sh3P7Rxw0Vk=',
    true,
  ],
  [
    'traceparent',
    'W3C Trace Context: the trace of the change, if it has one.',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    false,
  ],
  ['tracestate', 'W3C Trace Context: the vendors of that trace.', 'vendor=value', false],
];

const RESPONSES: Readonly<Record<string, ApiResponse>> = {
  '2XX': { description: 'The delivery is complete. The log keeps the beginning of the body.' },
  '3XX': { description: 'The attempt failed: redirects are not followed.' },
  '4XX': { description: 'The attempt failed. Retry-After of a 429 can make the wait longer, up to a day.' },
  '5XX': { description: 'The attempt failed. Retry-After of a 503 can make the wait longer, up to a day.' },
};

/** Adds the requests that this service sends, and the guide to them, to its OpenAPI document. */
export function withWebhookRequests(document: ApiDocument): ApiDocument {
  const { components } = document;
  const schemas = ANNOUNCED_EVENTS.flatMap((event) => [
    [
      event.schema,
      { description: `\`data\` of ${eventsWith(event.schema)}.`, ...fieldsSchema(event.fields) },
    ] as const,
    [envelopeName(event), envelopeSchema(event)] as const,
  ]);
  return {
    ...document,
    webhooks: Object.fromEntries(ANNOUNCED_EVENTS.map((event) => [event.name, { post: requestOf(event) }])),
    components: { ...components, schemas: { ...components.schemas, ...Object.fromEntries(schemas) } },
    'x-guide': WEBHOOKS_GUIDE,
  };
}

function requestOf(event: AnnouncedEvent): ApiOperation {
  const name = envelopeName(event);
  return {
    operationId: `on${name}`,
    summary: event.title,
    description: [event.summary, `Subscribing needs the scope \`${scopeOf(event.name)}\`.`, RULES].join(
      '\n\n',
    ),
    tags: ['Webhooks'],
    // A delivery is authenticated by its signature. It carries no key.
    security: [],
    parameters: HEADERS.map(headerParameter),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${name}` },
          example: exampleEnvelope(event),
        },
      },
    },
    responses: RESPONSES,
  };
}

function headerParameter([name, description, example, required]: (typeof HEADERS)[number]): ApiParameter {
  const type = typeof example === 'number' ? 'integer' : 'string';
  return { name, in: 'header', required, description, schema: { type, examples: [example] } };
}

function eventsWith(schema: string): string {
  return ANNOUNCED_EVENTS.filter((event) => event.schema === schema)
    .map(({ name }) => name)
    .join(' and ');
}

/** Returns the waits of a schedule in words: `after 5 minutes, then 6 times after 1 hour`. */
export function scheduleText(waitsMs: readonly number[]): string {
  const groups: { wait: number; times: number }[] = [];
  for (const wait of waitsMs) {
    const last = groups.at(-1);
    if (last?.wait === wait) last.times += 1;
    else groups.push({ wait, times: 1 });
  }
  return groups
    .map(({ wait, times }) => `${times > 1 ? `${times} times ` : ''}after ${duration(wait)}`)
    .join(', then ');
}

function duration(ms: number): string {
  const minutes = ms / 60_000;
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [minutes / 60, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What holds for every event. The waits are the defaults, which an operator can change. */
const RULES = [
  `Answer with any 2xx status within ${MAX_HEADERS_MS / 1_000} seconds.`,
  `After any other outcome the same event is sent again ${scheduleText(parseRetryDelays(new WebhooksEnv().WEBHOOK_RETRY_DELAYS))}, and is dropped after that.`,
  `An event can arrive more than once and in any order. A body has at most ${MAX_BODY_BYTES / 1_024} KiB; a larger one is dropped unsent.`,
  'The section Webhooks of the introduction explains how to verify the signature.',
].join(' ');
