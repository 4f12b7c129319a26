import { derivedExternalId } from '../../normalise/identity';
import { misreadings } from '../../normalise/misread-text';
import type { NormalizedReview } from '../../platforms/platform';
import { type Candidate, formerIds, ID_VERSION } from './former-ids';

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

function stored(written: Written, id_version = ID_VERSION - 1): Candidate {
  return { external_id: idOf(written), posted_on: new Date(written.day ?? '2026-05-04'), id_version };
}

/** Returns the first review of `now` that the stored one is found for. */
const found = (now: Written, before: Candidate): boolean =>
  formerIds([fresh(now)], [before]).get(idOf(now)) === before.external_id;

describe('formerIds', () => {
  it.each<[string, Written, Written]>([
    ['Latin-1 as UTF-8', { text: 'Süß.' }, { text: 'S\ufffd\ufffd.' }],
    ['the author in Latin-1', { author: 'Zoë', text: '' }, { author: 'Zo\ufffd', text: '' }],
    ['windows-1251 as UTF-8', { text: 'Моё' }, { text: '\ufffd\ufffd' }],
    ['UTF-8 as Latin-1', { text: 'Süß.' }, { text: 'SÃ¼Ã.' }],
    ['windows-1252 as Latin-1', { text: 'Don’t – ever.' }, { text: 'Dont ever.' }],
    ['both, and no day', { text: 'Süß.' }, { text: 'S\ufffd\ufffd.', day: null }],
    ['both, and another day', { text: 'Süß.' }, { text: 'S\ufffd\ufffd.', day: '2026-03-03' }],
  ])('finds a review that was read as %s, whichever release read it', (_name, now, before) => {
    expect(found(now, stored(before))).toBe(true);
    expect(found(now, stored(before, ID_VERSION))).toBe(true);
  });

  it('finds a review that an earlier release read with another day, if its text is long', () => {
    expect(found({}, stored({ day: '2026-03-03' }))).toBe(true);
    expect(found({}, stored({ day: null }))).toBe(true);
    expect(found({}, stored({ day: '2026-03-03' }, ID_VERSION))).toBe(false);
    expect(found({ text: 'Fine.' }, stored({ text: 'Fine.', day: '2026-03-03' }))).toBe(false);
  });

  it('finds no review of another author, text or rating', () => {
    for (const other of [{ author: 'Ben' }, { text: `${LONG}!` }, { rating: 4 }])
      expect(found({}, stored({ ...other, day: '2026-03-03' }))).toBe(false);
  });

  it('gives each stored review to one new review', () => {
    const two = [fresh({ day: '2026-05-04' }), fresh({ day: '2026-05-05' })];
    const before = [stored({ day: '2026-03-03' })];
    expect([...formerIds(two, before).keys()]).toEqual([idOf({ day: '2026-05-04' })]);
  });

  it('compares a bounded number of ids', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      fresh({ text: `Süß ${index}. ${LONG.repeat(50)}` }),
    );
    const days = Array.from({ length: 5_000 }, (_, index) => new Date(Date.UTC(2010, 0, 1 + index)));
    const rows = days.map((day) => stored({ author: 'Ben', day: day.toISOString() }));
    const start = performance.now();
    expect(formerIds(many, rows).size).toBe(0);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('misreadings', () => {
  it('has none of a text in ASCII, and few of any other', () => {
    expect(misreadings({ author: 'Ann', text: LONG })).toEqual([]);
    expect(misreadings({ author: 'Zoë', text: 'Süß' }).length).toBeLessThan(6);
    expect(misreadings({ author: '張', text: '很好' })).toHaveLength(1);
  });
});
