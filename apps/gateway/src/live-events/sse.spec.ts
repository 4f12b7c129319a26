import { heartbeat, message, opening, position } from './sse';

describe('the form of a message', () => {
  it('is one line for each field and an empty line', () => {
    expect(message('review.changed', { ids: [1] }, 'a-7')).toBe(
      'event: review.changed\nid: a-7\ndata: {"ids":[1]}\n\n',
    );
    expect(message('resync', {})).toBe('event: resync\ndata: {}\n\n');
    expect(position('a-7')).toBe('event: position\nid: a-7\ndata: {}\n\n');
    expect(opening('a-7', 0)).toBe(`retry: 1000\n${position('a-7')}`);
    expect(opening(null, 0.5)).toBe('retry: 3000\n\n');
    expect(heartbeat(15_000, true)).toBe('event: heartbeat\ndata: {"every_ms":15000,"receiving":true}\n\n');
  });
});
