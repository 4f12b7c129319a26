import { elementsAt, textAt, valueAt, withFields } from './json-paths';

const ANSWER = JSON.parse(
  '{"user":{"name":"Lea","nick":null},"replies":[{"text":"Hi"}],"rating":4,"list":[1,2,3],"__proto__":{"name":"x"}}',
) as unknown;

describe('a path', () => {
  it('leads through objects and lists', () => {
    expect(valueAt(ANSWER, 'user.name')).toBe('Lea');
    expect(valueAt(ANSWER, 'replies.0.text')).toBe('Hi');
    expect(valueAt(ANSWER, '')).toBe(ANSWER);
  });

  it('leads to nothing in an answer of another form', () => {
    for (const answer of [null, undefined, 'text', 7, [], [null], { user: 'Lea' }, { user: null }]) {
      expect(valueAt(answer, 'user.name')).toBeUndefined();
    }
  });

  it('does not lead to what every object has', () => {
    expect(valueAt({}, 'constructor.name')).toBeUndefined();
    expect(valueAt('text', 'length')).toBeUndefined();
    expect(valueAt({}, '__proto__')).toBeUndefined();
  });

  it('gives way to the next one if it leads to nothing or null', () => {
    expect(valueAt(ANSWER, ['user.nick', 'user.nickname', 'user.name'])).toBe('Lea');
    expect(valueAt(ANSWER, [])).toBeUndefined();
  });
});

describe('textAt', () => {
  it('returns an empty text for any other value', () => {
    expect([textAt(ANSWER, 'user.name'), textAt(ANSWER, 'rating'), textAt(ANSWER, 'user')]).toEqual([
      'Lea',
      '',
      '',
    ]);
  });
});

describe('elementsAt', () => {
  it('returns a limited number of elements', () => {
    expect(elementsAt(ANSWER, 'list', 2)).toEqual([1, 2]);
  });

  it('takes a value that is no list as one element', () => {
    expect(elementsAt(ANSWER, 'rating', 2)).toEqual([4]);
    expect(elementsAt(ANSWER, 'none', 2)).toEqual([]);
  });
});

describe('withFields', () => {
  it('adds fields to the objects of a list only', () => {
    const count = (element: object) => ({ count: Object.keys(element).length });
    expect(withFields([{ id: 1 }, null, 'long text', {}], count)).toEqual([
      { id: 1, count: 1 },
      null,
      'long text',
      { count: 0 },
    ]);
  });
});
