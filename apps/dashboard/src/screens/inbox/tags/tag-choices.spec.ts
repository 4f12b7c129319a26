import { newTagName, tagChoices } from './tag-choices';

const KNOWN = ['Breakfast', 'Breakfast in room', 'Late breakfast', 'Noise'];
const reviewWith = (...names: string[]) => ({ tags: names.map((name, id) => ({ id, name })) });

describe('tagChoices', () => {
  it('finds tags by a part of their name, those that begin with it first', () => {
    expect(tagChoices(KNOWN, [], 'BREAKF').map(({ name }) => name)).toEqual([
      'Breakfast',
      'Breakfast in room',
      'Late breakfast',
    ]);
  });

  it('counts how many of the reviews have a tag', () => {
    const reviews = [reviewWith('breakfast', 'Noise'), reviewWith('Noise'), reviewWith('Noise')];
    expect(tagChoices(KNOWN, reviews, '')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ count: 1, state: 'some' }),
        { name: 'Noise', count: 3, state: 'all' },
        { name: 'Late breakfast', count: 0, state: 'none' },
      ]),
    );
  });

  it('offers each tag once, even if its spelling differs', () => {
    expect(tagChoices(['Noise'], [reviewWith('NOISE')], '')).toHaveLength(1);
  });

  it('offers a bounded number of thousands of tags', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `tag ${at}`);
    expect(tagChoices(many, [], 'tag')).toHaveLength(40);
  });
});

describe('newTagName', () => {
  it('is what was typed without spaces around it', () => {
    expect(newTagName(KNOWN, '  late   checkout ')).toBe('late checkout');
  });

  it.each(['', '   ', 'noise', 'x'.repeat(51)])('is null for %p', (typed) => {
    expect(newTagName(KNOWN, typed)).toBeNull();
  });
});
