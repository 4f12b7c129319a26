import { readFileSync } from 'node:fs';
import type { ReviewPayload } from '@plaudit/contracts';
import {
  HttpClient,
  type FixtureServer,
  launchBrowser,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { GatewayStandIn } from '../embed/fixtures/gateway-stand-in';
import { ReviewsStandIn } from '../embed/fixtures/reviews-stand-in';
import { widgetsService } from '../service';

export const SUB_ACCOUNT = 1;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export interface Widget {
  id: number;
  key: string;
  embed: { html: string; advanced: { head: string; element: string } };
}

/** A browser, and on its page a customer's page around the widgets of a service that really runs. */
export class ElementWorld {
  context: BrowserContext;
  page: Page;
  /** What the browser complained about. */
  complaints: string[];
  private pictures: FixtureServer;

  private constructor(
    readonly gateway: GatewayStandIn,
    readonly reviews: ReviewsStandIn,
    readonly world: World,
    private readonly browser: Browser,
    private readonly host: FixtureServer,
  ) {}

  static async start(): Promise<ElementWorld> {
    const browser = await launchBrowser();
    const gateway = await GatewayStandIn.start();
    const reviews = await ReviewsStandIn.start();
    const world = await startWorld({
      nats: false,
      services: [{ definition: widgetsService, settings: { ...gateway.settings, REVIEWS_URL: reviews.url } }],
    });
    gateway.serve(world.url('widgets'));
    const host = await startFixtureServer();
    const own = new ElementWorld(gateway, reviews, world, browser, host);
    await own.fill();
    return own;
  }

  /** Fourteen reviews, some of them with pictures. */
  private async fill(): Promise<void> {
    const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3366cc' } })
      .png()
      .toBuffer();
    this.pictures = await startFixtureServer(() => ({
      headers: { 'content-type': 'image/png' },
      body: png,
    }));
    addReviews(this.reviews, this.pictures.url);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.world.close();
    for (const server of [this.gateway, this.reviews, this.host, this.pictures]) await server.close();
  }

  /** A fresh page instead of the last one. */
  async open(options: BrowserContextOptions): Promise<void> {
    await this.context?.close();
    this.context = await this.browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(30_000);
    this.complaints = [];
    this.page.on('console', (message) => this.complaints.push(`${message.type()}: ${message.text()}`));
    this.page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  async widget(settings: object = {}, type = 'list'): Promise<Widget> {
    const client = new HttpClient(this.gateway.url);
    const { status, body } = await client.post('/public/v1/widgets/add', { body: { type, settings } });
    if (status !== 201) throw new Error(`POST /widgets/add returned ${status}`);
    return body as Widget;
  }

  /** A customer's page around the snippet. */
  async show(body: string, { head = '', policy = '' } = {}): Promise<void> {
    const html = `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body><main><h1>Shop</h1>${body}</main></body></html>`;
    this.host.handle(({ path }) =>
      path === '/'
        ? {
            headers: { 'content-type': 'text/html', ...(policy && { 'content-security-policy': policy }) },
            body: html,
          }
        : { status: 204 },
    );
    await this.page.goto(this.host.url, { waitUntil: 'load' });
  }

  /** A widget of these settings, shown and drawn. */
  async drawn(settings: object = {}, type = 'list'): Promise<Widget> {
    const made = await this.widget(settings, type);
    await this.show(made.embed.html);
    await this.page.locator('rv-widget section').first().waitFor();
    return made;
  }

  cards(): Locator {
    return this.page.locator('rv-widget article');
  }

  menu(name: string): Locator {
    return this.page.getByRole('combobox', { name, exact: true });
  }

  /** What axe finds wrong with the page. */
  async violations(): Promise<string[]> {
    await this.still();
    await this.page.evaluate(AXE);
    return this.page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
          }>;
        };
      };
      const { violations: found } = await axe.run();
      return found.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
      );
    });
  }

  /** Until nothing in the widgets fades in any more: what is half transparent has too little contrast. */
  private async still(): Promise<void> {
    await this.page.evaluate(async () => {
      const roots = [...document.querySelectorAll('rv-widget')].map(({ shadowRoot }) => shadowRoot);
      const animations = roots.flatMap((root) => root?.getAnimations() ?? []);
      await Promise.all(animations.map(({ finished }) => finished));
    });
  }

  /** Tells the service, as the reviews service does, that there are other reviews now. */
  async changed(): Promise<void> {
    const body = { account_id: 1, sub_account_id: SUB_ACCOUNT };
    const { status } = await new HttpClient(this.gateway.url).post('/internal/rev', { body });
    if (status !== 200) throw new Error(`POST /internal/rev returned ${status}`);
  }
}

function addReviews(reviews: ReviewsStandIn, pictureUrl: string): void {
  for (let index = 1; index <= 14; index++) {
    reviews.add(SUB_ACCOUNT, {
      text: `Review number ${index}. ${'The bread is crisp and the people are kind. '.repeat(index === 14 ? 40 : 2)}`,
      from_name: `Guest ${index} Miller`,
      posted_on: `2026-03-${String(index).padStart(2, '0')} 10:00:00`,
      rating_value: (index % 5) + 1,
      post_url: `https://platform.example/r/${index}`,
      verified: index === 13,
      media: index === 13 ? [medium(`${pictureUrl}/a.png`), medium(`${pictureUrl}/b.png`)] : [],
      from_image: index === 12 ? `${pictureUrl}/face.png` : null,
    });
  }
}

function medium(url: string): ReviewPayload['media'][number] {
  return { type: 'image', url, src: url };
}
