import { lastSequence, message, opening, position } from './sse';

describe('the form of a message', () => {
  it('is one line for each field and an empty line', () => {
    expect(message('review.changed', { ids: [1] }, 7)).toBe(
      'event: review.changed\nid: 7\ndata: {"ids":[1]}\n\n',
    );
    expect(message('resync', {})).toBe('event: resync\ndata: {}\n\n');
    expect(position(7)).toBe('event: position\nid: 7\ndata: {}\n\n');
    expect(opening(7, 0)).toBe(`retry: 1000\n${position(7)}`);
    expect(opening(null, 0.5)).toBe('retry: 3000\n\n');
  });
});

describe('lastSequence', () => {
  it.each<[string | string[] | undefined, number | 'unknown' | null]>([
    [undefined, null],
    ['', null],
    ['0', 0],
    ['4711', 4711],
    ['-1', 'unknown'],
    ['1.5', 'unknown'],
    ['0x10', 'unknown'],
    ['1e3', 'unknown'],
    [' 7', 'unknown'],
    ['9007199254740993', 'unknown'],
    ['9'.repeat(400), 'unknown'],
    [['1', '2'], 'unknown'],
  ])('reads %j as %j', (header, expected) => {
    expect(lastSequence(header)).toBe(expected);
  });
});
