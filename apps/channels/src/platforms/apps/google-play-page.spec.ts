import fc from 'fast-check';
import { WorkBudget } from '../../normalise/schema-org/work-budget';
import { readPlayApp, readPlayReviews } from './google-play-page';

const unlimited = (): WorkBudget => new WorkBudget(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
const block = (data: string): string =>
  `<script>AF_initDataCallback({key: 'ds:5', hash: '1', data:${data}, sideChannel: {}});</script>`;
const answer = (payload: unknown): string =>
  `)]}'\n\n${JSON.stringify([['wrb.fr', 'UsvDTd', payload, null, null, null, 'generic']])}`;

/** Pages of a given size whose reading could take a time that grows faster than their length. */
const PAGES: Readonly<Record<string, (size: number) => string>> = {
  'scripts that are no data': (size) => '<script>var a = 1;</script>'.repeat(size),
  'scripts that begin like the data': (size) => "<script>AF_initDataCallback({key: 'ds:4', ".repeat(size),
  'blocks of data with the right name': (size) => block('[]').repeat(size),
  'open lists': (size) => block('['.repeat(size)),
  'nested lists': (size) => block('['.repeat(size) + ']'.repeat(size)),
  'open strings': (size) => block(`["\\${'\\"'.repeat(size)}`),
  'blanks behind the key': (size) => `<script>AF_initDataCallback({key:${' '.repeat(size)}</script>`,
  'unclosed elements': (size) => '<div><script>'.repeat(size),
};

/** Answers of the batch API of a given size. */
const ANSWERS: Readonly<Record<string, (size: number) => string>> = {
  'entries that are no answer': (size) => `)]}'\n[${'["di",1],'.repeat(size)}1]`,
  'nested lists': (size) => `)]}'\n${'['.repeat(size)}`,
  'nested lists in the payload': (size) => answer('['.repeat(size)),
  'rows without positions': (size) => answer(JSON.stringify([Array.from({ length: size }, () => [])])),
  'no list at all': (size) => 'x'.repeat(size),
};

describe('the work of reading a page of Google Play', () => {
  const sizes = fc.integer({ min: 1_000, max: 2_000 });

  it.each(Object.entries(PAGES))('at most doubles when %s are doubled', (_name, shape) => {
    const stepsOf = (size: number): number => {
      const budget = unlimited();
      readPlayApp(shape(size), budget);
      return budget.steps;
    };
    fc.assert(
      fc.property(sizes, (size) => {
        expect(stepsOf(2 * size)).toBeLessThan(2.2 * stepsOf(size));
      }),
      { numRuns: 3 },
    );
  });

  it.each(Object.entries(ANSWERS))('at most doubles when an answer has twice as many %s', (_name, shape) => {
    const stepsOf = (size: number): number => {
      const budget = unlimited();
      readPlayReviews(shape(size), budget);
      return budget.steps;
    };
    fc.assert(
      fc.property(sizes, (size) => {
        expect(stepsOf(2 * size)).toBeLessThan(2.2 * stepsOf(size) + 1);
      }),
      { numRuns: 3 },
    );
  });
});

describe('readPlayApp', () => {
  const app = (name: unknown, figures: unknown): string => {
    const positions = Array.from({ length: 52 }, (): unknown => null);
    positions[0] = [name];
    positions[51] = figures;
    return block(JSON.stringify([null, [null, null, positions]]));
  };

  it('reads the name, the score and the number of written reviews, which are fewer than ratings', () => {
    expect(readPlayApp(app('Acme', [['4.6', 4.6], null, ['3K', 3456], ['1', 12]]))).toEqual({
      kind: 'app',
      name: 'Acme',
      score: 4.6,
      reviews: 12,
    });
  });

  it('reads an app without ratings', () => {
    expect(readPlayApp(app('Acme', null))).toMatchObject({ name: 'Acme', score: null, reviews: null });
  });

  it.each([
    ['the name is no text', app(7, null)],
    ['the figures are no list', app('Acme', 'x')],
    ['the score is no number', app('Acme', [['4.6', '4.6']])],
    ['the number of reviews is no number', app('Acme', [['4.6', 4.6], null, ['3K', 3456], ['12', '12']])],
    ['the data is no JSON', block('[1,]')],
    ['the data is nested too deeply', block('['.repeat(99) + ']'.repeat(99))],
    ['there is no data', "<script>AF_initDataCallback({key: 'ds:5'});</script>"],
    ['there is no block of data', '<p>Acme</p>'],
  ])('returns null if %s', (_what, html) => {
    expect(readPlayApp(html)).toBeNull();
  });

  it('returns an app or null for any data', () => {
    fc.assert(
      fc.property(fc.json(), (data) => {
        expect([null, 'app']).toContain(readPlayApp(block(data))?.kind ?? null);
      }),
    );
  });
});

describe('readPlayReviews', () => {
  const none = { kind: 'reviews', rows: [], next: null };

  it.each([
    ['null', answer(null)],
    ['an empty list', answer('[]')],
    ['a list without rows', answer('[null,null]')],
  ])('returns no reviews if the payload is %s', (_what, body) => {
    expect(readPlayReviews(body)).toEqual(none);
  });

  it('returns no reviews for the code of an app that is not there in the language', () => {
    const body = JSON.stringify([['wrb.fr', 'UsvDTd', null, null, null, [5], 'generic']]);
    expect(readPlayReviews(body)).toEqual(none);
  });

  it('returns a failure for any other code', () => {
    const body = JSON.stringify([['wrb.fr', 'UsvDTd', null, null, null, [13], 'generic']]);
    expect(readPlayReviews(body)).toEqual({ kind: 'failure' });
  });

  it.each([
    ['the answer is no JSON', ")]}'\n[1,"],
    ['the answer is no list', '{"a":[1]}x'],
    ['another procedure answers', JSON.stringify([['wrb.fr', 'AbCdEf', '[]']])],
    ['the payload is no JSON', answer('[')],
    ['the payload is an object', answer('{"0":[]}')],
    ['the rows are no list', answer('["rows"]')],
    ['the token of the next page is a number', answer('[[],[null,7]]')],
    ['the token of the next page is too long', answer(JSON.stringify([[], [null, 'a'.repeat(4_001)]]))],
    ['the answer is a web page', `<!doctype html>${'<p>'.repeat(100)}[`],
  ])('returns null if %s', (_what, body) => {
    expect(readPlayReviews(body)).toBeNull();
  });

  it('returns reviews, a failure or null for any payload', () => {
    fc.assert(
      fc.property(fc.json(), (payload) => {
        expect([null, 'reviews', 'failure']).toContain(readPlayReviews(answer(payload))?.kind ?? null);
      }),
    );
  });

  it('reads at most 500 rows', () => {
    const rows = Array.from({ length: 600 }, (_, index) => [`gp:${index}`]);
    const read = readPlayReviews(answer(JSON.stringify([rows])));
    expect(read).toMatchObject({ kind: 'reviews', rows: { length: 500 } });
  });
});
