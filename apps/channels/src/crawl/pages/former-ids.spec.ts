import { derivedExternalId } from '../../normalise/identity';
import { misreadings } from '../../normalise/misread-text';
import type { NormalizedReview } from '../../platforms/platform';
import { formerIds, possibleFormerIds } from './former-ids';

const LONG = 'Fresh bread, and a kind word for everybody.';

interface Written {
  author?: string;
  text?: string;
  day?: string | null;
  rating?: number;
}

function idOf({ author = 'Ann', text = LONG, day = '2026-05-04', rating = 5 }: Written): string {
  return derivedExternalId({ author, text, rating, postedOn: day === null ? null : new Date(day) });
}

function fresh(written: Written): NormalizedReview {
  const { author = 'Ann', text = LONG, day = '2026-05-04', rating = 5 } = written;
  const parts = { fromName: author, text, ratingValue: rating, postedOn: new Date(day ?? '2026-11-30') };
  return { ...parts, externalId: idOf(written), idKind: 'derived' } as NormalizedReview;
}

/** Returns true if the stored review is found for the one of now. */
const found = (now: Written, before: Written): boolean =>
  formerIds(possibleFormerIds([fresh(now)]), [idOf(before)]).get(idOf(now)) === idOf(before);

describe('formerIds', () => {
  it.each<[string, Written, Written]>([
    ['Latin-1 as UTF-8', { text: 'Süß.' }, { text: 'S\ufffd\ufffd.' }],
    ['the author in Latin-1', { author: 'Zoë', text: '' }, { author: 'Zo\ufffd', text: '' }],
    ['windows-1251 as UTF-8', { text: 'Моё' }, { text: '\ufffd\ufffd' }],
    ['UTF-8 as Latin-1', { text: 'Süß.' }, { text: 'SÃ¼Ã.' }],
    ['windows-1252 as Latin-1', { text: 'Don’t – ever.' }, { text: 'Dont ever.' }],
    ['both, and no day', { text: 'Süß.' }, { text: 'S\ufffd\ufffd.', day: null }],
  ])('finds a review that was read as %s', (_name, now, before) => {
    expect(found(now, before)).toBe(true);
  });

  it('finds a review that was read without its day, if its author or a long text tells it from others', () => {
    expect(found({}, { day: null })).toBe(true);
    expect(found({ text: 'Fine.' }, { text: 'Fine.', day: null })).toBe(true);
    const unknown = { author: 'Anonymous' };
    expect(found(unknown, { ...unknown, day: null })).toBe(true);
    expect(found({ ...unknown, text: 'Fine.' }, { ...unknown, text: 'Fine.', day: null })).toBe(false);
  });

  it('finds no review of another day, because people write the same words twice', () => {
    expect(found({}, { day: '2026-03-03' })).toBe(false);
    expect(found({ text: 'Süß.' }, { text: 'S\ufffd\ufffd.', day: '2026-03-03' })).toBe(false);
  });

  it('finds no review of another author, text or rating', () => {
    for (const other of [{ author: 'Ben' }, { text: `${LONG}!` }, { rating: 4 }])
      expect(found({}, { ...other, day: null })).toBe(false);
  });

  it('gives each stored review to one new review', () => {
    const two = [fresh({ day: '2026-05-04' }), fresh({ day: '2026-05-05' })];
    const former = formerIds(possibleFormerIds(two), [idOf({ day: null })]);
    expect([...former.keys()]).toEqual([idOf({ day: '2026-05-04' })]);
  });

  it('has no ids for a review that reads the same without its day', () => {
    const now = { ...fresh({}), externalId: idOf({ day: null }) };
    expect(possibleFormerIds([now]).size).toBe(0);
  });

  it('derives a bounded number of ids', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => fresh({ text: `Süß ${index}. ${LONG}` }));
    const ids = [...possibleFormerIds(many).values()].flat();
    expect(ids.length).toBeGreaterThan(19_000);
    expect(ids.length).toBeLessThan(20_030);
  });
});

describe('misreadings', () => {
  it('has none of a text in ASCII, and few of any other', () => {
    expect(misreadings({ author: 'Ann', text: LONG })).toEqual([]);
    expect(misreadings({ author: 'Zoë', text: 'Süß' }).length).toBeLessThan(6);
    expect(misreadings({ author: '張', text: '很好' })).toHaveLength(1);
  });
});
