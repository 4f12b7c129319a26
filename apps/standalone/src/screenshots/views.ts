import type { Page } from 'playwright-core';

/** A state of the dashboard that can be looked at. */
export interface View {
  name: string;
  /** Below `/app`. */
  path: string;
  /** Without a session. */
  signedOut?: boolean;
  /** Only with a keyboard. */
  wideOnly?: boolean;
  /** Brings the page from its address into the state. */
  prepare?: (page: Page) => Promise<void>;
}

const SETTINGS = [
  'general',
  'white-label',
  'plan',
  'ai',
  'keys',
  'apps',
  'users',
  'sub-accounts',
  'security',
  'webhooks',
  'privacy',
  'audit',
] as const;

/** The picture of README: the second review is open, with a draft of a reply. */
export const PICTURE: View = { name: 'inbox-draft', path: '/1/inbox', prepare: writeDraft };

export const VIEWS: readonly View[] = [
  { name: 'sign-in', path: '/sign-in', signedOut: true },
  { name: 'sign-in-refused', path: '/sign-in', signedOut: true, prepare: signInWrongly },
  { name: 'forgot', path: '/forgot', signedOut: true },
  { name: 'reset', path: '/reset#t=unknown', signedOut: true },
  { name: 'setup-done', path: '/setup#t=unknown', signedOut: true },
  { name: 'once', path: '/once#t=unknown', signedOut: true },
  { name: 'overview', path: '/1' },
  { name: 'inbox', path: '/1/inbox', prepare: untilRows },
  PICTURE,
  { name: 'inbox-filtered', path: '/1/inbox?since=30d&tags=1&with_text=1', prepare: untilRows },
  { name: 'inbox-no-match', path: '/1/inbox?q=zeppelin' },
  { name: 'inbox-selected', path: '/1/inbox', prepare: selectRows },
  {
    name: 'inbox-filter',
    path: '/1/inbox',
    prepare: pressing('f', '[role=dialog]:popover-open :is(button, input)'),
  },
  {
    name: 'inbox-tag',
    path: '/1/inbox',
    wideOnly: true,
    prepare: pressing('t', '[role=dialog]:popover-open input'),
  },
  { name: 'inbox-edit', path: '/1/inbox', wideOnly: true, prepare: pressing('e', 'dialog[open]') },
  { name: 'add-review', path: '/1/inbox?add=1', prepare: (page) => page.locator('dialog[open]').waitFor() },
  { name: 'import', path: '/1/inbox/import' },
  { name: 'import-file', path: '/1/inbox/import', prepare: choosingFile },
  { name: 'palette', path: '/1/inbox', prepare: pressing('Control+k', 'dialog[open]') },
  { name: 'switcher', path: '/1/inbox', prepare: switching },
  { name: 'shortcuts', path: '/1/inbox', wideOnly: true, prepare: pressing('?', 'dialog[open]') },
  { name: 'channels', path: '/1/channels' },
  { name: 'connect', path: '/1/channels?connect=1' },
  { name: 'import-channel', path: '/1/channels?connect=csv', prepare: checkingFile },
  { name: 'widgets', path: '/1/widgets' },
  { name: 'widget-types', path: '/1/widgets/new' },
  { name: 'widget', path: '/1/widgets/1' },
  { name: 'invitations', path: '/1/invitations' },
  { name: 'reports', path: '/1/reports' },
  ...SETTINGS.map((section) => ({ name: `settings-${section}`, path: `/1/settings/${section}` })),
];

/** A file as a shop exports it, with one row that is not valid. */
const FILE = {
  name: 'reviews.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'review_title,review_content,review_score,date,display_name,comment_content,comment_date,photo_urls,published',
      'Top,"Fresh bread, friendly staff.",9,3/25/2026,Ada L.,Thank you!,3/26/2026,https://img.example/a.jpg,true',
      'Good,Worth the walk.,10,3/4/2026,Bo,,,,true',
      'Hm,The queue was long.,6,soon,Cy,,,,false',
    ].join('\n'),
  ),
};

async function choosingFile(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(FILE);
  await page.locator('.import-table tbody tr').first().waitFor();
}

async function checkingFile(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Market stall');
  await page.locator('dialog[open] input[type=file]').setInputFiles(FILE);
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.locator('dialog[open] .note').last().scrollIntoViewIfNeeded();
}

/** Waits for the rows of the inbox and, where there is room, for the review beside them. */
async function untilRows(page: Page): Promise<void> {
  await page.locator('.review-row').first().waitFor();
  if ((page.viewportSize()?.width ?? 0) >= 900) await page.getByRole('button', { name: 'Approve' }).waitFor();
}

async function writeDraft(page: Page): Promise<void> {
  await untilRows(page);
  await page.locator('.review-row a').nth(1).click();
  await page.locator('.detail-body').getByText('Maplet').first().waitFor();
  await page.getByRole('button', { name: 'Write draft' }).click();
  await page.getByRole('button', { name: 'Write draft' }).waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
}

async function selectRows(page: Page): Promise<void> {
  await untilRows(page);
  for (const at of [0, 2, 3]) await page.locator('.review-row > input').nth(at).check();
}

async function signInWrongly(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
}

async function switching(page: Page): Promise<void> {
  await page.locator('.switcher:visible').first().click();
  await page.locator('dialog[open]').waitFor();
}

/** Returns a step that presses a key in the inbox and waits for what opens. */
function pressing(key: string, opens: string): (page: Page) => Promise<void> {
  return async (page) => {
    await untilRows(page);
    await page.keyboard.press(key);
    await page.locator(opens).first().waitFor();
  };
}
