import type { BrowserContext, Page } from 'playwright-core';
import { type DashboardWorld, OWNER, settled } from '../dashboard/dashboard-world.suite';
import type { View } from './views';

export interface Shot {
  width: number;
  height: number;
  theme: 'light' | 'dark';
  /** Pixels of the picture for each pixel of the page. */
  scale: number;
}

/** Narrower pages are those of a phone, which is touched. */
export const PHONE_BELOW = 640;

/** Takes pictures of the dashboard, at a time that stands still. */
export class Photographer {
  private cookies: Awaited<ReturnType<BrowserContext['cookies']>> = [];

  constructor(
    private readonly world: DashboardWorld,
    private readonly now: Date,
  ) {}

  async signIn(): Promise<void> {
    const page = await this.world.signIn(OWNER);
    this.cookies = await page.context().cookies();
    await page.context().close();
  }

  /** Returns a PNG of a view. */
  async take(view: View, { width, height, theme, scale }: Shot): Promise<Buffer> {
    const context = await this.world.context({
      viewport: { width, height },
      deviceScaleFactor: scale,
      colorScheme: theme,
      reducedMotion: 'reduce',
      hasTouch: width < PHONE_BELOW,
      isMobile: width < PHONE_BELOW,
      timezoneId: 'UTC',
    });
    try {
      if (!view.signedOut) await context.addCookies(this.cookies);
      const page = await context.newPage();
      await page.clock.setFixedTime(this.now);
      await page.goto(`${this.world.origin}/app${view.path}`);
      await settled(page);
      await view.prepare?.(page);
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      return await page.screenshot();
    } finally {
      await context.close();
    }
  }

  /** Returns a PNG as WebP. Chromium encodes it. */
  async toWebp(png: Buffer, quality: number): Promise<Buffer> {
    const context = await this.world.context();
    try {
      const page = await context.newPage();
      const encoded = await encode(page, png.toString('base64'), quality);
      return Buffer.from(encoded, 'base64');
    } finally {
      await context.close();
    }
  }
}

function encode(page: Page, png: string, quality: number): Promise<string> {
  return page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', ${quality}).split(',')[1];
  })()`);
}
