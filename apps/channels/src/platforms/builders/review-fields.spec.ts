import type { JsonObject } from './json-paths';
import { draftOfFields, type ReviewFields } from './review-fields';

const ID = { id: 'id', date: 'date' };

function draftOf(fields: Partial<ReviewFields<JsonObject, string>>, row: JsonObject) {
  return draftOfFields<JsonObject, string>({ ...ID, ...fields }, row, 'here');
}

describe('the media of a review', () => {
  it('are the URLs at a path: a list or a single one', () => {
    expect(draftOf({ media: 'photos' }, { photos: ['a', 'b'] })?.media).toMatchObject([
      { url: 'a' },
      { url: 'b' },
    ]);
    expect(draftOf({ media: 'photo' }, { photo: 'a' })?.media).toEqual([{ type: 'image', url: 'a' }]);
    expect(draftOf({ media: 'photo' }, {})?.media).toEqual([]);
  });

  it('are files of several kinds, each with its URL', () => {
    const media = [
      { at: 'photos', url: ['large', 'small'] },
      { at: 'clips', url: 'src', type: 'video' as const },
    ];
    const row = { photos: [{ small: 's' }, { large: 'l', small: 's' }], clips: [{ src: 'v' }] };
    expect(draftOf({ media }, row)?.media).toEqual([
      { type: 'image', url: 's' },
      { type: 'image', url: 'l' },
      { type: 'video', url: 'v' },
    ]);
  });

  it('have a type that the file names', () => {
    const media = [
      { at: 'media', url: 'url', type: ({ kind }: JsonObject) => (kind === 2 ? 'video' : 'image') } as const,
    ];
    const row = { media: [{ url: 'a', kind: 2 }, null, 'text', 7] };
    expect(draftOf({ media }, row)?.media?.map(({ type }) => type)).toEqual([
      'video',
      'image',
      'image',
      'image',
    ]);
  });

  it('are limited', () => {
    expect(draftOf({ media: 'photos' }, { photos: Array(10_000).fill('a') })?.media?.length).toBeLessThan(
      100,
    );
  });
});

describe('a flag of a review', () => {
  it('is set if one of its paths leads to true, and to nothing else', () => {
    const fields = { verified: ['buyer', 'user.verified'] };
    expect(draftOf(fields, { buyer: false, user: { verified: true } })?.verified).toBe(true);
    expect(draftOf(fields, { buyer: 'true', user: { verified: 1 } })?.verified).toBe(false);
  });
});

describe('a field of a review', () => {
  it('is read at its path, or made of the row and where it was read', () => {
    const fields = {
      author: 'user.name',
      url: (row: JsonObject, at: string) => `${at}/${String(row['id'])}`,
    };
    expect(draftOf(fields, { id: 7, user: { name: 'Lea' } })).toMatchObject({
      id: 7,
      author: 'Lea',
      url: 'here/7',
    });
  });

  it('is missing if the row has another form', () => {
    const fields = { author: 'user.name', reply: { text: 'reply.text', date: 'reply.date' } };
    expect(draftOf(fields, { user: 'Lea', reply: 'Thanks' })).toMatchObject({
      author: undefined,
      reply: { text: undefined, date: undefined },
    });
  });

  it('is no reply if the owner has deleted it', () => {
    const fields = { reply: { text: 'reply.text', hidden: 'reply.gone' } };
    expect(draftOf(fields, { reply: { text: 'Thanks', gone: true } })?.reply).toBeNull();
    expect(draftOf(fields, { reply: { text: 'Thanks', gone: false } })?.reply?.text).toBe('Thanks');
  });

  it('is a detail under its name', () => {
    const additional = { product: 'product.title', votes: () => 3 };
    expect(draftOf({ additional }, { product: { title: 'Cup' } })?.additional).toEqual({
      product: 'Cup',
      votes: 3,
    });
  });
});

it('skips a row that is no review', () => {
  expect(draftOf({ skip: ({ kind }) => kind === 'question' }, { kind: 'question' })).toBeNull();
});
