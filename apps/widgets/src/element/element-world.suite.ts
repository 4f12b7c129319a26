import { readFileSync } from 'node:fs';
import type { ReviewPayload } from '@plaudit/contracts';
import {
  type FixtureServer,
  launchBrowser,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { GatewayStub } from '../embed/fixtures/gateway-stub';
import { ReviewsStub } from '../embed/fixtures/reviews-stub';
import { widgetsService } from '../service';
import { WIDGET_TYPES } from '../settings/widget-types';

export const SUB_ACCOUNT = 1;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export interface Widget {
  id: number;
  key: string;
  embed: { html: string; advanced: { head: string; element: string } };
}

/** A browser that shows a customer's page with widgets of a running service. */
export class ElementWorld {
  context: BrowserContext;
  page: Page;
  /** The messages and errors on the console of the page. */
  consoleMessages: string[];
  private images: FixtureServer;

  private constructor(
    readonly gateway: GatewayStub,
    readonly reviews: ReviewsStub,
    readonly world: World,
    private readonly browser: Browser,
    private readonly host: FixtureServer,
  ) {}

  static async start(): Promise<ElementWorld> {
    const browser = await launchBrowser();
    const gateway = await GatewayStub.start();
    const reviews = await ReviewsStub.start();
    const world = await startWorld({
      nats: false,
      services: [{ definition: widgetsService, settings: { ...gateway.settings, REVIEWS_URL: reviews.url } }],
    });
    gateway.forwardTo(world.url('widgets'));
    const host = await startFixtureServer();
    const element = new ElementWorld(gateway, reviews, world, browser, host);
    await element.addReviews();
    return element;
  }

  /** Adds fourteen reviews, some of them with images. */
  private async addReviews(): Promise<void> {
    const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3366cc' } })
      .png()
      .toBuffer();
    this.images = await startFixtureServer(() => ({
      headers: { 'content-type': 'image/png' },
      body: png,
    }));
    addReviews(this.reviews, this.images.url);
  }

  /** The address of a server on which each path is a photo. */
  get imagesUrl(): string {
    return this.images.url;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.world.close();
    for (const server of [this.gateway, this.reviews, this.host, this.images]) await server.close();
  }

  /** Opens a new page and closes the previous one. */
  async open(options: BrowserContextOptions): Promise<void> {
    await this.context?.close();
    this.context = await this.browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(30_000);
    this.consoleMessages = [];
    this.page.on('console', (message) => this.consoleMessages.push(`${message.type()}: ${message.text()}`));
    this.page.on('pageerror', (error) => this.consoleMessages.push(String(error)));
  }

  async widget(settings: object = {}, type = 'list'): Promise<Widget> {
    const response = await fetch(`${this.gateway.url}/public/v1/widgets/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type, settings }),
    });
    if (response.status !== 201) throw new Error(`POST /widgets/add responded with ${response.status}`);
    return (await response.json()) as Widget;
  }

  /** Shows two widgets of each type on one page, and waits until all are drawn. Returns the widgets. */
  async showAllTypes(settings: object = {}, { head = '', isStrict = false } = {}): Promise<Widget[]> {
    const widgets: Widget[] = [];
    for (const type of WIDGET_TYPES) {
      const source = { require_avatar: false, require_media: false, require_text: false, limit: 6 };
      const layout = type === 'popup' ? { delay_ms: 0, hide_on_mobile: false } : {};
      widgets.push(await this.widget({ source, layout, behavior: { lazy: false }, ...settings }, type));
    }
    const places = widgets.flatMap(({ embed }) => [embed.html, embed.html]);
    const snippets = places.map((html) => (isStrict ? withoutInlineCode(html) : html)).join('\n');
    await this.show(snippets, { head, policy: isStrict ? this.strictPolicy() : '' });
    await this.page.waitForFunction(
      (count) =>
        [...document.querySelectorAll('rv-widget')].filter(({ shadowRoot }) => shadowRoot?.firstElementChild)
          .length === count,
      places.length,
    );
    return widgets;
  }

  /** A policy that allows one origin, no inline code or styles, and no HTML from scripts. */
  strictPolicy(): string {
    const origin = this.gateway.url;
    return `default-src 'none'; script-src ${origin}; connect-src ${origin}; img-src ${origin}; require-trusted-types-for 'script'; trusted-types 'none'`;
  }

  /** True if the page can be scrolled sideways. */
  isTooWide(): Promise<boolean> {
    return this.page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  }

  /** Opens a customer's page that contains the snippet. */
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

  /** Creates a widget with these settings, opens it in a customer's page and waits until it is drawn. */
  async drawn(settings: object = {}, type = 'list'): Promise<Widget> {
    const widget = await this.widget(settings, type);
    await this.show(widget.embed.html);
    await this.page.locator('rv-widget section').first().waitFor();
    return widget;
  }

  cards(): Locator {
    return this.page.locator('rv-widget article');
  }

  menu(name: string): Locator {
    return this.page.getByRole('combobox', { name, exact: true });
  }

  /** Returns the accessibility violations that axe finds on the page. */
  async violations(): Promise<string[]> {
    await this.waitForAnimations();
    await this.page.evaluate(AXE);
    return this.page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(options: { resultTypes: string[] }): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
          }>;
        };
      };
      const { violations: found } = await axe.run({ resultTypes: ['violations'] });
      return found.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
      );
    });
  }

  /** Text that is still fading in has too little contrast, so axe must run after the animations. */
  private async waitForAnimations(): Promise<void> {
    await this.page.evaluate(async () => {
      const roots = [...document.querySelectorAll('rv-widget')].map(({ shadowRoot }) => shadowRoot);
      const animations = roots.flatMap((root) => root?.getAnimations() ?? []);
      // A marquee never ends.
      const ending = animations.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      await Promise.all(ending.map(({ finished }) => finished));
    });
  }
}

/** Pages with a strict policy leave out the inline style and the inline handler of a snippet. */
export function withoutInlineCode(html: string): string {
  return html.replace(/ (style|onerror)="[^"]*"/g, '');
}

function addReviews(reviews: ReviewsStub, imageUrl: string): void {
  for (let index = 1; index <= 14; index++) {
    reviews.add(SUB_ACCOUNT, {
      text: `Review number ${index}. ${'The bread is crisp and the people are kind. '.repeat(index === 14 ? 40 : 2)}`,
      from_name: `Guest ${index} Miller`,
      posted_on: `2026-03-${String(index).padStart(2, '0')} 10:00:00`,
      rating_value: (index % 5) + 1,
      post_url: `https://platform.example/r/${index}`,
      verified: index === 13,
      media: index === 13 ? [medium(`${imageUrl}/a.png`), medium(`${imageUrl}/b.png`)] : [],
      from_image: index === 12 ? `${imageUrl}/face.png` : null,
    });
  }
}

function medium(url: string): ReviewPayload['media'][number] {
  return { type: 'image', url, src: url };
}
