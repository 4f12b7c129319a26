import { emptyDraft, isWritten, mediaTypeOf, reviewInput, withTags } from './review-draft';

const NOW = new Date('2026-11-21T10:00:00Z');
const TODAY = '2026-11-21';

describe('reviewInput', () => {
  const draft = { ...emptyDraft(TODAY), author: ' Noa Bergman ', text: 'Great bread.' };

  it('leaves out what was not typed', () => {
    expect(reviewInput(draft, null, NOW)).toEqual({
      from_name: 'Noa Bergman',
      text: 'Great bread.',
      posted_on: '2026-11-21',
      status: 'inbox',
    });
  });

  it('sends the date as it was understood, with rating, tags, media and source', () => {
    const full = {
      ...draft,
      date: '03.08.2024',
      stars: 4,
      tags: ['bread'],
      isApproved: true,
      media: [
        { key: 1, type: 'image' as const, url: ' https://cdn.example.com/a.jpg ' },
        { key: 2, type: 'image' as const, url: ' ' },
      ],
    };
    expect(reviewInput(full, 7, NOW)).toMatchObject({
      posted_on: '2024-08-03',
      status: 'approved',
      rating_value: 4,
      rating_scale: 5,
      tags: ['bread'],
      media: [{ type: 'image', url: 'https://cdn.example.com/a.jpg' }],
      source_id: 7,
    });
  });

  it('leaves a date that it cannot read to the server', () => {
    expect(reviewInput({ ...draft, date: ' 3 August ' }, null, NOW).posted_on).toBe('3 August');
  });
});

describe('emptyDraft', () => {
  it('keeps date, tags and approval of the review before', () => {
    const before = {
      ...emptyDraft(TODAY),
      author: 'Noa',
      date: '2024-08-03',
      tags: ['bread'],
      isApproved: true,
    };
    expect(emptyDraft(TODAY, before)).toMatchObject({
      author: '',
      date: '2024-08-03',
      tags: ['bread'],
      isApproved: true,
    });
    expect(isWritten(before)).toBe(true);
    expect(isWritten(emptyDraft(TODAY, before))).toBe(false);
  });
});

describe('mediaTypeOf', () => {
  it.each([
    ['https://cdn.example.com/a.jpg?x=1', 'image'],
    ['https://cdn.example.com/a.MP4', 'video'],
    ['https://youtu.be/abc', 'video'],
    ['https://cdn.example.com/a.mp3', 'audio'],
    ['not an address', 'image'],
  ])('takes %s for %s', (url, type) => {
    expect(mediaTypeOf(url)).toBe(type);
  });
});

describe('withTags', () => {
  it('adds each name once, at most 20 in all', () => {
    expect(withTags(['Bread'], 'bread, cake,, Cake')).toEqual(['Bread', 'cake']);
    expect(withTags([], Array.from({ length: 30 }, (_, at) => `tag ${at}`).join(','))).toHaveLength(20);
  });
});
