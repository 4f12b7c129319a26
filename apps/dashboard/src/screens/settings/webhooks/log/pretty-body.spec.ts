import { headerLines, missingAnswer, prettyBody, shortId, tookOf } from './pretty-body';

describe('prettyBody', () => {
  it('breaks JSON into lines and leaves other texts as they are', () => {
    expect(prettyBody('{"id":1}')).toBe('{\n  "id": 1\n}');
    expect([prettyBody('<h1>Bad gateway</h1>'), prettyBody('12'), prettyBody('{"a":')]).toEqual([
      '<h1>Bad gateway</h1>',
      '12',
      '{"a":',
    ]);
  });
});

describe('headerLines', () => {
  it('sorts headers by name', () => {
    expect(headerLines({ server: 'edge', 'content-type': 'text/html' })).toBe(
      'content-type: text/html\nserver: edge',
    );
    expect(headerLines(null)).toBe('');
  });
});

describe('missingAnswer', () => {
  it.each([
    ['response_malformed', 'answer_broken'],
    ['headers_too_large', 'answer_broken'],
    ['connection_reset', 'answer_incomplete'],
    ['timeout', 'answer_none'],
    [null, 'answer_none'],
  ] as const)('names what arrived before the error %s', (error_code, title) => {
    expect(missingAnswer({ error_code })).toBe(title);
  });
});

describe('tookOf', () => {
  it('changes to seconds from one second on', () => {
    expect([tookOf(999), tookOf(1_240)]).toEqual([
      { value: 999, unit: 'ms', digits: 0 },
      { value: 1.24, unit: 's', digits: 1 },
    ]);
  });
});

describe('shortId', () => {
  it('keeps both ends of a long id', () => {
    expect([shortId('evt_short'), shortId('evt_019a2f3c5b7e7f2aa1d3c4b5')]).toEqual([
      'evt_short',
      'evt_019a…c4b5',
    ]);
  });
});
