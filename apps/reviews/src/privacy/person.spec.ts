import { mailbox, personHash, readable } from './person';

describe('a mailbox', () => {
  it.each([
    ['Noa.Bergman@Example.COM', 'noa.bergman@example.com'],
    ['noa@bücher.example', 'noa@xn--bcher-kva.example'],
    ['noa@BÜCHER.example', 'noa@xn--bcher-kva.example'],
    ['noa@xn--bcher-kva.example', 'noa@xn--bcher-kva.example'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['jose\u0301@example.com', 'josé@example.com'],
    ['noa@not a domain', 'noa@not a domain'],
  ])('spells %s as %s', (given, box) => {
    expect(mailbox(given)).toBe(box);
    expect(mailbox(box)).toBe(box);
  });
});

describe('a mailbox to be read', () => {
  it.each([
    ['noa@xn--bcher-kva.example', 'noa@bücher.example'],
    ['noa@example.com', 'noa@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['noa@not a domain', 'noa@not a domain'],
  ])('is %s as %s', (box, written) => {
    expect(readable(box)).toBe(written);
  });
});

describe('the hash of a person', () => {
  it('is another one in every sub account', () => {
    expect(personHash(1, 'noa@example.com')).toMatch(/^[0-9a-f]{64}$/);
    expect(personHash(1, 'noa@example.com')).toBe(personHash(1, 'noa@example.com'));
    expect(personHash(1, 'noa@example.com')).not.toBe(personHash(2, 'noa@example.com'));
  });
});
