import { startFixtureServer } from '@plaudit/testing';
import type { BrowserContext } from 'playwright-core';

/** Two helpdesks at the platform that the product sees, with one rating each. */
const HELPDESKS = ['https://acme.zendesk.com', 'https://mill.zendesk.com'];

function answerAsHelpdesk({ path }: { path: string }) {
  if (path === '/oauth/tokens') return { body: { access_token: 'at-1', token_type: 'bearer' } };
  if (path !== '/api/v2/satisfaction_ratings') return { status: 404, body: { error: 'RecordNotFound' } };
  const rating = { id: 1, score: 'good', comment: 'Quick', created_at: '2026-09-01T08:00:00Z' };
  return { body: { satisfaction_ratings: [rating], meta: { has_more: false } } };
}

/** The two platforms whose search needs no key, for which the product sees a stand-in. */
const STORES = ['https://itunes.apple.com', 'https://addons.mozilla.org'];
const ADDON = { slug: 'acme', name: { 'en-US': 'Acme Notes' }, ratings: { average: 4.2, count: 9 } };

interface StoreState {
  /** The App Store does not know its own search any more. */
  isAway: boolean;
  /** The App Store takes its time. */
  isSlow: boolean;
}

function answerAsStores({ path }: { path: string }, state: StoreState) {
  if (path.startsWith('/api/v5/addons/search/')) return { body: { results: [ADDON] } };
  if (path.startsWith('/api/v5/addons/addon/')) return { body: ADDON };
  if (path !== '/search' || state.isAway) return { status: 404 };
  return { body: { resultCount: 0, results: [] }, ...(state.isSlow ? { delayMs: 4_000 } : {}) };
}

/** Lets the person of this browser consent at the helpdesk, whose page sends the browser back to us. */
export async function consentIn(context: BrowserContext): Promise<void> {
  await context.route('https://*.zendesk.com/**', (route) => {
    const { searchParams } = new URL(route.request().url());
    const back = new URL(searchParams.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code: 'code-1', state: searchParams.get('state') ?? '' }).toString();
    const script = `location.replace(${JSON.stringify(back.href)})`;
    return route.fulfill({ contentType: 'text/html', body: `<script>${script}</script>` });
  });
}

/** The parties outside the product that a newcomer meets. */
export interface Partners {
  stores: StoreState;
  /** The value of ORIGIN_OVERRIDES with which the product reaches them. */
  overrides: string;
  /** How often the product asked the helpdesk for a token. */
  tokenRequests: () => number;
  close: () => Promise<void>;
}

export async function startPartners(): Promise<Partners> {
  const state: StoreState = { isAway: true, isSlow: false };
  const helpdesk = await startFixtureServer(answerAsHelpdesk);
  const stores = await startFixtureServer((request) => answerAsStores(request, state));
  const standIns = [
    ...HELPDESKS.map((origin) => `${origin}=${helpdesk.url}`),
    ...STORES.map((origin) => `${origin}=${stores.url}`),
  ];
  return {
    stores: state,
    overrides: standIns.join(','),
    tokenRequests: () => helpdesk.requests.filter(({ path }) => path === '/oauth/tokens').length,
    close: async () => {
      await helpdesk.close();
      await stores.close();
    },
  };
}
