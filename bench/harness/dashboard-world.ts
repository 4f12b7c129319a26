import { randomBytes } from 'node:crypto';
import { PlauditClient } from '@plaudit/client';
import { freePort, launchBrowser } from '@plaudit/testing';
import type { BrowserContext } from 'playwright-core';
import type { Cleanup } from './cleanup';
import { calm } from './inbox-interactions';
import { builtProgram, Program } from './program';
import { newDataDir } from './servers';

const OWNER = { email: 'owner@example.com', password: 'a password of mine' };
const BULK = 500;
const WORDS = 'We came back three times, and each time the staff knew what we like.';

/** The product with a browser that is signed in. */
export interface DashboardWorld {
  context: BrowserContext;
  /** The address of the inbox. */
  inboxUrl: string;
}

/** Starts the product with `reviews` waiting reviews in the inbox of its first sub account. */
export async function startDashboard(reviews: number, cleanup: Cleanup): Promise<DashboardWorld> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const apiKey = `rk_${randomBytes(20).toString('hex')}`;
  const product = await Program.start({
    args: [builtProgram('standalone')],
    env: {
      DATA_DIR: newDataDir(cleanup),
      PORT: String(port),
      PUBLIC_URL: origin,
      THROTTLE_BURST: '0',
      BOOTSTRAP_API_KEY: apiKey,
      BOOTSTRAP_EMAIL: OWNER.email,
      BOOTSTRAP_PASSWORD: OWNER.password,
    },
    ready: /^ {2}Gateway {3}(http:\/\/[\w.:]+)/,
  });
  cleanup.defer(() => product.stop());
  await addReviews(new PlauditClient({ baseUrl: origin, apiKey }), reviews);
  const browser = await launchBrowser();
  cleanup.defer(() => browser.close());
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${origin}/app/sign-in`);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/app\/\d+$/);
  const inboxUrl = `${page.url()}/inbox`;
  await page.goto(inboxUrl);
  await calm(page);
  await page.close();
  return { context, inboxUrl };
}

async function addReviews(api: PlauditClient, count: number): Promise<void> {
  for (let from = 0; from < count; from += BULK) {
    const reviews = Array.from({ length: Math.min(BULK, count - from) }, (_one, at) => ({
      from_name: `Guest ${from + at}`,
      text: `Great bread, number ${from + at}. ${WORDS}`,
      posted_on: '2026-01-31',
      rating_value: (at % 5) + 1,
      tags: at % 2 ? ['Breakfast', 'Noise'] : [],
    }));
    await api.post('/reviews/add_bulk', { body: { reviews } });
  }
}
