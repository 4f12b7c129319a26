import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_BODY_BYTES } from '../fan-out/envelope';
import { WEBHOOK_EVENTS } from '../fan-out/notification';
import { WEBHOOKS_GUIDE } from '../generated/webhooks-guide';
import { DEFAULT_LOG_PAGE, MAX_LOG_PAGE } from '../deliveries/deliveries.dto';
import {
  MAX_HELD,
  MAX_HELD_HOURS,
  MIN_KEPT_ATTEMPTS,
  RETENTION_DAYS,
} from '../maintenance/queue-maintenance.repository';
import { MAX_IN_FLIGHT } from '../queue/lane-state';
import { parseRetryDelays } from '../retries/retry-schedule';
import { MAX_ATTEMPTS_OF_DELIVERY, MAX_RECOVERED, MAX_RECOVERY_DAYS } from '../redelivery/redelivery-rules';
import { MAX_HEADERS_MS } from '../sending/endpoint.client';
import { DEFAULT_GRACE_HOURS, MAX_GRACE_HOURS } from '../signing/rotation-rule';
import { serviceSignature, signatureHeaders } from '../signing/signature';
import { WebhooksEnv } from '../webhooks.env';
import { ANNOUNCED_EVENTS } from './announced-events';
import { guideModule, withSections } from './guide';
import { scheduleText } from './webhook-requests';
import { codeBlocks, pageOf, workedExample } from './guide.suite';

describe('docs/webhooks.md', () => {
  const page = pageOf();

  it('has the sections that `npm run generate` writes, and is the text of the reference', () => {
    expect(page).toBe(withSections(page));
    const written = readFileSync(join(__dirname, '../generated/webhooks-guide.ts'), 'utf8');
    expect(written).toBe(guideModule(page));
    expect(WEBHOOKS_GUIDE).toMatch(/^## Webhooks\n/);
    expect(codeBlocks(WEBHOOKS_GUIDE, '\\w+')).toEqual(codeBlocks(page, '\\w+'));
    expect(WEBHOOKS_GUIDE).not.toContain('<!--');
  });

  it('links to nothing beside it, because the reference shows it elsewhere', () => {
    const targets = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
    expect(targets.filter((target) => !target?.startsWith('https:'))).toEqual([]);
  });

  it('describes every event that a webhook may subscribe to', () => {
    expect(ANNOUNCED_EVENTS.map(({ name }) => name).toSorted()).toEqual(WEBHOOK_EVENTS.toSorted());
  });

  it('states the default schedule of retries', () => {
    const waits = parseRetryDelays(new WebhooksEnv().WEBHOOK_RETRY_DELAYS);
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
    expect(page.replaceAll('\n', ' ')).toContain(
      `sent again ${scheduleText(waits)}: ${waits.length + 1} attempts over ${Math.floor(hours)} hours.`,
    );
  });

  it('states the limits of bodies, answers, deliveries, the log and rotations', () => {
    const limits = [
      `at most ${MAX_BODY_BYTES / 1_024} KiB`,
      `within ${MAX_HEADERS_MS / 1_000} seconds`,
      `at most ${MAX_IN_FLIGHT} deliveries`,
      `held for ${MAX_HELD_HOURS} hours`,
      `at most ${MAX_HELD.toLocaleString('en')} of a webhook`,
      `\`limit\` is ${DEFAULT_LOG_PAGE}, or any number from 1 to ${MAX_LOG_PAGE}`,
      `kept for ${RETENTION_DAYS} days`,
      `at least the last ${MIN_KEPT_ATTEMPTS} attempts`,
      `at most ${MAX_ATTEMPTS_OF_DELIVERY.toLocaleString('en')} attempts`,
      `at most ${MAX_RECOVERY_DAYS} days`,
      `sends at most ${MAX_RECOVERED.toLocaleString('en')}`,
      `\`grace_hours\` is ${DEFAULT_GRACE_HOURS}, or any number from 0 to ${MAX_GRACE_HOURS}`,
    ];
    const text = page.replaceAll('\n', ' ');
    expect(limits.filter((limit) => !text.includes(limit))).toEqual([]);
  });

  it('has a worked example that the product signs in the same way', () => {
    const example = workedExample(page);
    const { secret, t, body } = example;
    const signed = { eventId: example['webhook-id'], timestamp: Number(t), body: Buffer.from(body) };
    expect(signatureHeaders([secret], signed)).toEqual({
      'X-Service-Signature': example['X-Service-Signature'],
      'webhook-id': example['webhook-id'],
      'webhook-timestamp': example['webhook-timestamp'],
      'webhook-signature': example['webhook-signature'],
    });
  });

  it('names the results of the two common mistakes with the secret', () => {
    const { secret, t, body } = workedExample(page);
    const bare = secret.slice('whsec_'.length);
    const results = [Buffer.from(bare, 'base64'), bare].map((key) => {
      const [, hex = ''] = serviceSignature([key as string], {
        eventId: '',
        timestamp: Number(t),
        body: Buffer.from(body),
      }).split('v1=');
      return `\`${hex.slice(0, 8)}…\``;
    });
    expect([...page.matchAll(/If you get (`\w+…`)/g)].map(([, result]) => result)).toEqual(results);
  });
});

describe('scheduleText', () => {
  it('groups equal waits and names their unit', () => {
    expect(scheduleText([60_000, 3_600_000, 3_600_000, 86_400_000])).toBe(
      'after 1 minute, then 2 times after 1 hour, then after 24 hours',
    );
  });
});
