import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';
/** Without those that keep it from calling home, it spends its time on refused connections. */
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

/** `describe` for specs that need a browser. Without one they are reported as skipped; REQUIRE_BROWSER=1 makes that a failure. */
export function describeInBrowser(name: string, specs: () => void): void {
  const run = available ? describe : describe.skip;
  run(`${name} (${available ? CHROMIUM : 'skipped: no Chromium; set CHROMIUM_BIN'})`, specs);
}

/** A real Chromium. `hosts` are names that lead to addresses of this machine, as `{'reviews.localhost:80': '127.0.0.1:4711'}`. */
export async function launchBrowser(hosts: Readonly<Record<string, string>> = {}): Promise<Browser> {
  // Only here: to load it takes as long as many a spec runs.
  const { chromium } = await import('playwright-core');
  const rules = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`);
  const args = rules.length > 0 ? [...FLAGS, `--host-resolver-rules=${rules.join(',')}`] : FLAGS;
  return chromium.launch({ executablePath: CHROMIUM, args });
}
