import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** The shell has the same engine without the windows of a desktop. A page takes a third of the processor time in it. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM = process.env.CHROMIUM_BIN ?? BROWSERS.find(existsSync) ?? BROWSERS[0]!;
/** The flags about networking keep Chromium from contacting Google, which costs time on a machine without internet. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const available = existsSync(CHROMIUM) || process.env.REQUIRE_BROWSER === '1';

/** `describe` for specs that need a browser. Without one they are skipped, or fail if REQUIRE_BROWSER is 1. */
export function describeInBrowser(name: string, specs: () => void): void {
  const run = available ? describe : describe.skip;
  run(`${name} (${available ? CHROMIUM : 'skipped: no Chromium; set CHROMIUM_BIN'})`, specs);
}

/** Starts Chromium. `hosts` maps names to addresses of this machine: `{'reviews.localhost:80': '127.0.0.1:4711'}`. */
export async function launchBrowser(hosts: Readonly<Record<string, string>> = {}): Promise<Browser> {
  // Loaded here and not above, because loading it takes longer than many specs.
  const { chromium } = await import('playwright-core');
  const rules = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`);
  const args = rules.length > 0 ? [...FLAGS, `--host-resolver-rules=${rules.join(',')}`] : FLAGS;
  return chromium.launch({ executablePath: CHROMIUM, args });
}
