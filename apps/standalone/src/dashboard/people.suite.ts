import { createHmac } from 'node:crypto';
import { eventually } from '@plaudit/testing';
import type { Locator, Page } from 'playwright-core';

/** How long a code of an authenticator app is shown, in ms. */
const CODE_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the dialog with this title, once it is open. */
export async function openDialog(page: Page, title: string | RegExp): Promise<Locator> {
  const opened = page.getByRole('dialog', { name: title });
  await opened.waitFor();
  return opened;
}

/** Waits for a message at the edge of the page. */
export async function said(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('status').getByText(text).first().waitFor();
}

/** Returns the cookies of all requests that the page sends from now on. */
export async function sentCookies(page: Page): Promise<string[]> {
  const sent: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSentExtraInfo', ({ headers }) => sent.push(headers.Cookie ?? ''));
  return sent;
}

/** Returns what an authenticator app shows now for a secret. */
export function codeOf(secret: string): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / CODE_MS)));
  const hash = createHmac('sha1', Buffer.from(bytes)).update(step).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Returns the link for a first password in the mail to an address, once the mailbox that the page may read has it. */
export async function linkInMailbox(page: Page, address: string): Promise<string> {
  const find = `fetch('/app/mailbox/mails').then((response) => response.json()).then(async ({ mails }) => {
    const line = mails.find(({ to }) => to === '${address}');
    if (!line) return null;
    const { mail } = await (await fetch('/app/mailbox/mails/' + line.id)).json();
    return /http\\S+#t=[\\w-]+/.exec(mail.text)?.[0] ?? null;
  })`;
  const link = await eventually(
    () => page.evaluate<string | null>(find),
    (found) => found !== null,
    `the mail with the link to ${address}`,
  );
  return link as string;
}
