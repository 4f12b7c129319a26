import type { HttpResult } from '@plaudit/testing';
import type { AccountOptions, AiAccount, AiWorld } from '../generations/ai-world.suite';
import type { SummaryEntity } from './summary.entity';
import type { ShownSummary } from './summary';

/** What the API shows of a channel without reviews with text. */
export const NOTHING: ShownSummary = {
  summary: null,
  language: 'auto',
  based_on_reviews: 0,
  generated_on: null,
  model: null,
  evidence: [],
};

interface SummaryBody extends ShownSummary {
  success?: true;
  summary: string;
  stale?: boolean;
}

/** Expects a summary, and returns it. */
export async function expectSummary(request: Promise<HttpResult>): Promise<SummaryBody> {
  const { status, body } = await request;
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as SummaryBody;
}

/** Returns an account with a summary of five reviews. */
export async function summarised(ai: AiWorld, options?: AccountOptions): Promise<AiAccount> {
  const account = await ai.account(options);
  await account.addFive();
  await expectSummary(account.summary());
  return account;
}

/** Returns the row of the channel of an account, or undefined if there is none. */
export async function storedSummary(ai: AiWorld, account: AiAccount): Promise<SummaryEntity | undefined> {
  const [row] = await ai.world.admin.query<SummaryEntity>(
    'select * from ai.summaries where channel_id = $1',
    [account.channelId],
  );
  return row;
}
