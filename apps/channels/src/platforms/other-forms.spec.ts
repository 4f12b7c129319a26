import type { Ctx } from './context';
import { CrawlError } from './crawl-error';
import { type RecordedPage, recordedCheck, recordedPages } from './fault-player.suite';
import { jsonOf, otherForms, respondWith, wrongFields } from './other-forms.suite';
import type { Platform } from './platform';
import { PLATFORMS } from './registry';

const FAILURES = 5;

const CRAWLED = PLATFORMS.filter(({ meta }) => meta.method !== 'dashboard').map((platform) => ({
  slug: platform.meta.slug,
  platform,
}));

/** Calls a platform with each other form of each response. Returns what is wrong, one sentence for each form. */
async function problemsOf(
  platform: Platform,
  recorded: Pick<RecordedPage, 'scenario' | 'responses'>,
  call: (ctx: Ctx) => Promise<readonly string[]>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, response] of recorded.responses.entries()) {
    for (const [where, body] of otherForms(jsonOf(response))) {
      const wrong = await call(respondWith(platform, recorded, { index, body })).catch((error: unknown) =>
        error instanceof CrawlError ? [] : [String(error)],
      );
      if (wrong.length > 0) problems.push(`response ${index + 1}, ${where}: ${wrong.join(', ')}`);
    }
  }
  return problems;
}

describe.each(CRAWLED)('the platform $slug', ({ platform }) => {
  it('reads JSON of any form as valid reviews, or gives it a code', async () => {
    for (const page of await recordedPages(platform)) {
      const problems = await problemsOf(platform, page, async (ctx) => {
        const { rows } = await platform.fetchPage(page.request, ctx);
        return platform.normalize(rows, ctx.now()).reviews.flatMap(wrongFields);
      });
      expect([page.what, ...problems.slice(0, FAILURES)]).toEqual([page.what]);
    }
  });

  it('reads JSON of any form as a profile, or gives it a code', async () => {
    const recorded = await recordedCheck(platform);
    if (!recorded) return;
    const problems = await problemsOf(platform, recorded, async (ctx) => {
      const info = await platform.validate(recorded.scenario.config, ctx);
      const { score, reviews, name } = info;
      const isValid = [score, reviews].every((figure) => figure === null || Number.isFinite(figure));
      return isValid && typeof name === 'string' && name !== '' ? [] : [JSON.stringify(info)];
    });
    expect(problems.slice(0, FAILURES)).toEqual([]);
  });
});
