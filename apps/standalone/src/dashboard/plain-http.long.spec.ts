import { describeAtLength, describeInBrowser, sampleAtLength } from '@plaudit/testing';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { DashboardWorld, OWNER, settled } from './dashboard-world.suite';
import { InboxPage } from './inbox-page.suite';
import { openDialog, said } from './people.suite';

jest.setTimeout(240_000);

/** A name in a closed network. Browsers do not trust its pages, because they come over plain http. */
const HOST = 'reviews.example';

/** Returns what a paste writes, without the clipboard API, which such pages lack. */
async function pasted(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await page.setContent('<textarea></textarea>');
  const field = page.locator('textarea');
  await field.press('Control+V');
  const text = await field.inputValue();
  await page.close();
  return text;
}

/** Returns what fields show. Runs in the page. */
const valuesOf = (fields: unknown[]): string[] =>
  (fields as { value: string; type: string }[])
    .filter(({ type }) => type !== 'password')
    .map(({ value }) => value);

describeInBrowser('the dashboard over plain http', () => {
  let world: DashboardWorld;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await DashboardWorld.start({ setUp: false, host: HOST });
  });
  afterAll(() => world.close());

  const openScreen = (name: string): Promise<void> =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  const inSettings = (section: string): string => `${world.origin}/app/1/settings/${section}`;

  describe('of a newcomer', () => {
    it('sets up the owner on a page that the browser does not trust', async () => {
      const first = await (await world.context()).newPage();
      await first.goto(world.setupUrl ?? '');
      await first.getByLabel('Your name').fill('Ada Example');
      await first.getByLabel('Business or agency').fill('Acme Agency');
      await first.getByLabel('Email').fill(OWNER.email);
      await first.getByLabel('Password', { exact: true }).fill(OWNER.password);
      await first.getByRole('button', { name: 'Create owner and continue' }).click();
      await first.waitForURL(/\/app\/1$/);
      expect(await first.evaluate('[location.protocol, location.hostname, isSecureContext]')).toEqual([
        'http:',
        HOST,
        false,
      ]);
      await first.context().close();
    });

    it('signs in with the password', async () => {
      context = await world.context();
      page = await world.signIn(OWNER, context);
      const [session] = await context.cookies(world.origin);
      expect(session).toMatchObject({ domain: HOST, httpOnly: true, secure: false });
    });

    it('connects a page and sees its reviews in the inbox', async () => {
      await openScreen('Channels');
      await page.getByRole('button', { name: 'Connect channel' }).first().click();
      await page.getByText('Paste the address').first().click();
      await page.getByLabel('Profile address').fill(`${world.bakery.url}/`);
      await page.getByRole('button', { name: 'Check and continue' }).click();
      await page.getByRole('button', { name: 'Connect 1 channel' }).click();
      await page.getByRole('link', { name: 'Start approving' }).click();
      const review = page.getByText('Good coffee, small tables.').first();
      await review.waitFor();
      expect(await review.isVisible()).toBe(true);
    });

    it('approves a review, which a second tab shows at once', async () => {
      const inbox = await InboxPage.of(page);
      await inbox.open('?status=all');
      const second = await InboxPage.of(await context.newPage(), inbox.address);
      await second.open('?status=all');
      await second.page.getByRole('img', { name: 'Live', exact: true }).waitFor();
      const author = await inbox.author(0);
      await inbox.rows.first().getByRole('link').click();
      await inbox.press('a');
      await inbox.message(/Approved/).waitFor();
      const approved = second.rows.filter({ hasText: author }).first().getByText('Approved');
      await approved.waitFor();
      expect(await approved.isVisible()).toBe(true);
      await second.page.close();
    });

    it('creates a widget and copies its code', async () => {
      await openScreen('Widgets');
      await page.getByRole('link', { name: 'Choose a type' }).click();
      await page.getByRole('main').getByText('List', { exact: true }).click();
      await page.getByRole('button', { name: 'Create widget' }).first().click();
      await page.waitForURL(/\/widgets\/\d+/);
      await page.getByRole('status').getByRole('button', { name: 'Embed' }).click();
      const code = page.locator('pre').filter({ hasText: /data-rv-widget="w_\w+"/ });
      await page.getByRole('main').getByRole('button', { name: 'Copy', exact: true }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await pasted(context)).toBe(await code.first().textContent());
    });

    it('copies the code of a widget from the list', async () => {
      await page.goto(`${world.origin}/app/1/widgets`);
      await page.getByRole('button', { name: /^Actions for / }).click();
      await page.getByRole('menuitem', { name: 'Copy code' }).click();
      await said(page, /^Copied the code of/);
      expect(await pasted(context)).toMatch(/data-rv-widget="w_\w+"/);
    });

    it('reads that the browser does not allow a copy', async () => {
      await page.evaluate('document.execCommand = () => false');
      await page.getByRole('button', { name: /^Actions for / }).click();
      await page.getByRole('menuitem', { name: 'Copy code' }).click();
      const refusal = page.getByRole('alert').filter({ hasText: 'The browser did not let us copy.' });
      await refusal.waitFor();
      expect(await refusal.innerText()).toMatch(/data-rv-widget="w_\w+"/);
    });
  });

  describe('of a person who gets lost', () => {
    it.each([
      ['a sub account that does not exist', '/999', 'You cannot open this sub account'],
      ['what is the id of nothing', '/abc', 'You cannot open this sub account'],
      ['a page that does not exist', '/1/nonsense/page', 'There is no such page'],
      ['a channel that cannot exist', '/1/channels/abc', 'There is no such channel'],
      ['a profile that cannot exist', '/1/invitations/profiles/abc', 'This profile does not exist'],
    ])('has the navigation and a way back at %s', async (_what, path, title) => {
      await page.goto(`${world.origin}/app${path}`);
      await page.getByRole('heading', { name: title }).waitFor();
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      const back = page
        .getByRole('main')
        .getByRole('link', { name: /^(Go to Overview|Back to the channels|Go to the profiles)$/ });
      await back.click();
      await page.waitForURL(/\/app\/1(\/channels|\/invitations\?tab=profiles)?$/);
      expect(await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).isVisible()).toBe(
        true,
      );
    });
  });

  describe('of a person who leaves', () => {
    const messages = (of: Page): Locator => of.locator('.toast');

    async function decide(of: Page, key: string, message: RegExp): Promise<void> {
      const inbox = await InboxPage.of(of, `${world.origin}/app/1/inbox`);
      await inbox.open('?status=all');
      await inbox.rows.first().getByRole('link').click();
      await inbox.press(key);
      await inbox.message(message).waitFor();
    }

    beforeAll(async () => {
      // The setup makes no key, so the page asks.
      await page.evaluate(`fetch('/app/api/account/subaccount', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sub-account': '1' },
        body: JSON.stringify({ name: 'Café Linden' }),
      })`);
    });

    it('takes no message along to another sub account, whose undo would act there', async () => {
      await decide(page, 'i', /Ignored/);
      await page.getByTitle('Switch sub account').click();
      const finder = page.getByRole('combobox', { name: /^Switch sub account/ });
      await finder.fill('Linden');
      await page.getByRole('option', { name: /Café Linden/ }).waitFor();
      await finder.press('Enter');
      await page.waitForURL(/\/app\/2\/inbox/);
      expect(await messages(page).count()).toBe(0);
    });

    it('leaves no message behind at sign-out', async () => {
      const own = await world.signIn(OWNER, await world.context());
      await decide(own, 'a', /Approved/);
      await own.getByRole('button', { name: 'Ada Example' }).click();
      await own.getByRole('menuitem', { name: 'Sign out' }).click();
      await own.getByRole('button', { name: 'Sign in' }).waitFor();
      expect([new URL(own.url()).pathname, await messages(own).count()]).toEqual(['/app/sign-in', 0]);
      await own.context().close();
    });
  });

  describe('of a person whose server goes away', () => {
    const banner = (): Locator => page.getByRole('status').getByText(/^The server has not answered since /);
    const address = (): Locator => page.getByRole('dialog').getByLabel('Address');

    beforeAll(async () => {
      await page.goto(inSettings('webhooks'));
      await page.getByRole('button', { name: 'Add endpoint' }).first().click();
      await address().fill('https://shop.example/hook');
      await context.route('**/app/**', (route) => route.abort());
    });

    it('says so across the page and keeps what was typed', async () => {
      const form = page.getByRole('dialog');
      await form.getByRole('checkbox', { name: /^review\.created/ }).check();
      await form.getByRole('button', { name: 'Add endpoint' }).click();
      await banner().waitFor();
      await form.getByRole('alert').getByText('The server does not answer.').waitFor();
      expect(await address().inputValue()).toBe('https://shop.example/hook');
    });

    it('waits with what it cannot load, and loads it by itself', async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await openScreen('Reports');
      await page.keyboard.press('Control+k');
      await page.waitForURL(/\/reports$/);
      expect(await banner().isVisible()).toBe(true);
      await context.unroute('**/app/**');
      await banner().waitFor({ state: 'detached' });
      await page.getByRole('combobox', { name: 'Search or jump to' }).press('Escape');
      await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
      await settled(page);
      expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    });
  });

  describeAtLength('of someone who adds an endpoint', () => {
    /** Copies the secret of the open dialog, compares it with what is shown, and closes the dialog. */
    async function expectSecretToBeCopied(): Promise<void> {
      const shown = await openDialog(page, 'Store the secret now');
      await shown.getByRole('button', { name: 'Copy secret' }).click();
      await shown.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await pasted(context)).toBe(await shown.getByText(/^whsec_/).innerText());
      await shown.getByLabel('I stored the secret').check();
      await shown.getByRole('button', { name: 'Done' }).click();
      await shown.waitFor({ state: 'detached' });
    }

    it('copies its secret out of the dialog', async () => {
      await page.goto(inSettings('webhooks'));
      await page.getByRole('button', { name: 'Add endpoint' }).first().click();
      const form = await openDialog(page, 'Add an endpoint');
      await form.getByLabel('Address').fill(`${world.bakery.url}/hook`);
      await form.getByRole('checkbox', { name: /^review\.created/ }).check();
      await form.getByRole('button', { name: 'Add endpoint' }).click();
      await expectSecretToBeCopied();
    });

    it('replaces the secret', async () => {
      await page.getByRole('button', { name: 'Replace secret' }).click();
      const form = await openDialog(page, 'Replace the secret?');
      await form.getByRole('button', { name: 'Replace secret' }).click();
      await expectSecretToBeCopied();
    });
  });

  describe('of someone who changes the settings', () => {
    /** What the controls of a section show, in their order. Runs in the page. */
    const CONTROLS = `[...document.querySelectorAll('main :is(input, select, textarea, [aria-pressed])')].map((control) => [
      (control.labels?.[0] ?? control).innerText.split('\\n')[0],
      control.ariaPressed ?? (control.type === 'checkbox' ? control.checked : control.value),
    ])`;

    const part = (heading: string): Locator =>
      page
        .locator('.settings-part')
        .filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
    const saved = async (heading: string, message: string | RegExp): Promise<void> => {
      await part(heading).getByRole('button', { name: 'Save', exact: true }).click();
      await said(page, message);
    };
    const field = (heading: string, label: string): Locator =>
      part(heading).getByLabel(label, { exact: true });

    interface Setting {
      name: string;
      section: string;
      change: () => Promise<unknown>;
      /** What the changed control shows. */
      shown: () => Promise<unknown>;
      value: unknown;
    }

    const text = (
      section: string,
      [heading, label]: [string, string],
      value: string,
      message: string | RegExp,
    ): Setting => ({
      name: label,
      section,
      change: async () => {
        await field(heading, label).fill(value);
        await saved(heading, message);
      },
      shown: () => field(heading, label).inputValue(),
      value,
    });

    const choice = (
      section: string,
      [heading, label]: [string, string],
      value: string,
      message: string | RegExp | null,
    ): Setting => ({
      name: label,
      section,
      change: async () => {
        await field(heading, label).selectOption(value);
        if (message) await saved(heading, message);
      },
      shown: () => field(heading, label).inputValue(),
      value,
    });

    const LANGUAGE = 'select:has(option[value="de"]):has(option[value="fr"])';
    const SETTINGS: readonly Setting[] = [
      text('general', ['Company', 'Company name'], 'Larkfield', 'Saved'),
      text('general', ['Company', 'Website'], 'https://larkfield.example/', 'Saved'),
      choice('general', ['Time zone of the reports', 'Time zone'], 'Europe/Lisbon', /^Time zone saved/),
      {
        name: 'Theme',
        section: 'general',
        change: () => page.getByRole('button', { name: 'Dark', exact: true }).click(),
        shown: () => page.evaluate('document.documentElement.dataset.theme'),
        value: 'dark',
      },
      {
        name: 'Single-key shortcuts',
        section: 'general',
        change: () => page.getByRole('switch', { name: /^Single-key shortcuts/ }).click(),
        shown: () => page.getByRole('switch', { name: /^Single-key shortcuts/ }).isChecked(),
        value: false,
      },
      text('white-label', ['Domain', 'Domain'], 'reviews.larkfield.example', /^Domain saved/),
      {
        name: 'Provider of texts',
        section: 'ai',
        change: async () => {
          await field('Writing', 'Provider').selectOption('openai');
          await field('Writing', 'Address of the API').fill('https://llm.example/v1');
          await field('Writing', 'Model').fill('small');
          await saved('Writing', /^Saved\. It applies/);
        },
        shown: () => part('Writing').getByRole('textbox').evaluateAll(valuesOf),
        value: ['https://llm.example/v1', 'small'],
      },
      choice('ai', ['Translation', 'Translator'], 'none', /^Saved\. It applies/),
      text('ai', ['Translation', 'Characters per month'], '5000', /^Saved\. It applies/),
      {
        name: 'API switched on',
        section: 'security',
        change: async () => {
          await page.getByRole('switch', { name: /^API switched on/ }).click();
          const asked = await openDialog(page, 'Switch the API off?');
          await asked.getByRole('button', { name: 'Switch the API off' }).click();
          await said(page, 'Rule saved');
        },
        shown: () => page.getByRole('switch', { name: /^API switched on/ }).isChecked(),
        value: false,
      },
      choice('general', ['Language and times', 'Times are shown in'], 'Asia/Tokyo', null),
      // The last one, because the names of the others are English.
      {
        name: 'Language',
        section: 'general',
        change: () => page.locator(LANGUAGE).selectOption('de'),
        shown: () => page.locator(LANGUAGE).inputValue(),
        value: 'de',
      },
    ];

    async function expectToLast({ section, change, shown, value }: Setting): Promise<void> {
      await page.goto(inSettings(section));
      await settled(page);
      expect(await shown()).not.toEqual(value);
      await change();
      await settled(page);
      const before = await page.evaluate(CONTROLS);
      await page.reload();
      await settled(page);
      expect(await shown()).toEqual(value);
      expect(await page.evaluate(CONTROLS)).toEqual(before);
    }

    it.each(sampleAtLength(SETTINGS, 5))('shows it after a reload: $name', expectToLast);
  });
});
