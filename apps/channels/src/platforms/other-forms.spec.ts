import type { Ctx } from './context';
import { CrawlError } from './crawl-error';
import { jsonOf, numbersAsText, otherForms, respondWith } from './other-forms.suite';
import type { Platform } from './platform';
import { type RecordedPage, recordedCheck, recordedPages } from './recorded-pages.suite';
import { PLATFORMS } from './registry';
import { wrongFields, wrongFigures } from './valid-review.suite';

const FAILURES = 5;

const CRAWLED = PLATFORMS.filter(({ meta }) => meta.method !== 'dashboard').map((platform) => ({
  slug: platform.meta.slug,
  platform,
}));

/** Returns the code of an error. Throws one without a code. */
function codeOf(error: unknown): string {
  if (error instanceof CrawlError) return error.code;
  throw error;
}

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
        const { rows, figures } = await platform.fetchPage(page.request, ctx);
        const { reviews } = platform.normalize(rows, ctx.now());
        const wrong = reviews.flatMap((review) => wrongFields(review, ctx.now()));
        return figures ? [...wrong, ...wrongFigures(figures)] : wrong;
      });
      expect([page.what, ...problems.slice(0, FAILURES)]).toEqual([page.what]);
    }
  });

  it('reads the same reviews if numbers are sent as texts, or says that it cannot read them', async () => {
    const read = async (ctx: Ctx, { request }: RecordedPage): Promise<unknown[]> => {
      const { rows } = await platform.fetchPage(request, ctx);
      return platform.normalize(rows, ctx.now()).reviews.map(({ additional, ...review }) => ({
        ...review,
        additional: additional && numbersAsText(additional),
      }));
    };
    for (const page of await recordedPages(platform)) {
      for (const [index, response] of page.responses.entries()) {
        const body = jsonOf(response);
        if (body === undefined) continue;
        const expected = await read(respondWith(platform, page, { index, body }), page);
        const asText = respondWith(platform, page, { index, body: numbersAsText(body) });
        const found = await read(asText, page).catch(codeOf);
        expect(found === 'LAYOUT_CHANGED' ? expected : found).toEqual(expected);
      }
    }
  });

  it('reads JSON of any form as a profile, or gives it a code', async () => {
    const recorded = await recordedCheck(platform);
    if (!recorded) return;
    const problems = await problemsOf(platform, recorded, async (ctx) => {
      const info = await platform.validate(recorded.scenario.config, ctx);
      const isNamed = typeof info.name === 'string' && info.name !== '';
      return [...wrongFigures(info), ...(isNamed ? [] : [`name ${JSON.stringify(info.name)}`])];
    });
    expect(problems.slice(0, FAILURES)).toEqual([]);
  });
});
