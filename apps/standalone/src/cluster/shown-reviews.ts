import { eventually } from '@plaudit/testing';
import { ApiClient } from './api-client';
import type { ClusterWorld } from './cluster-world';
import { approvedTexts } from './stored-state';

/** Until circuit breakers that a fault has opened are closed again, the widget shows what it showed last. */
const STALE_MS = 60_000;
const PAGE = 50;

interface Page {
  reviews: { text: string }[];
  next: string | null;
}

/** What is wrong with the reviews that a widget shows. */
export interface ShownFindings {
  lost: string[];
  doubled: string[];
}

/** Compares the reviews that a widget shows with those that are approved, by their texts. */
export function compareShown(shown: readonly string[], approved: readonly string[]): ShownFindings {
  const [seen, wanted] = [new Set(shown), new Set(approved)];
  const repeated = shown.filter((text, at) => shown.indexOf(text) !== at);
  return {
    lost: approved.filter((text) => !seen.has(text)).map((text) => `the widget does not show "${text}"`),
    doubled: [
      ...repeated.map((text) => `the widget shows "${text}" twice`),
      ...shown.filter((text) => !wanted.has(text)).map((text) => `the widget shows "${text}"`),
    ],
  };
}

/** Reads all pages of a widget that has no filters, and returns what is wrong with them. Clients must be paused. */
export async function wrongReviewsShown(world: ClusterWorld, widgetKey: string): Promise<ShownFindings> {
  const approved = await approvedTexts(world);
  const client = new ApiClient(world.url, null, () => {});
  let findings: ShownFindings = { lost: [], doubled: [] };
  const compare = async (): Promise<ShownFindings> =>
    (findings = compareShown(await shownTexts(client, widgetKey), approved));
  const isRight = ({ lost, doubled }: ShownFindings): boolean => lost.length + doubled.length === 0;
  try {
    const patience = { timeoutMs: STALE_MS, intervalMs: 500 };
    return await eventually(compare, isRight, 'the widget to show the approved reviews', patience);
  } catch (error) {
    if (isRight(findings)) throw error;
    return findings;
  } finally {
    client.close();
  }
}

async function shownTexts(client: ApiClient, widgetKey: string): Promise<string[]> {
  const texts: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor && { cursor }) });
    const path = `/embed/v1/widgets/${widgetKey}/reviews?${query.toString()}`;
    const answer = await client.send('widget', path);
    if (answer?.status !== 200) throw new Error(`${path} was answered with ${JSON.stringify(answer)}`);
    const page = answer.body as unknown as Page;
    texts.push(...page.reviews.map(({ text }) => text));
    cursor = page.next;
  }
  return texts;
}
