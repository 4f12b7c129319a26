import { mailbox, personHash, readable } from './person';

describe('mailbox', () => {
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

describe('readable', () => {
  it.each([
    ['noa@xn--bcher-kva.example', 'noa@bücher.example'],
    ['noa@example.com', 'noa@example.com'],
    ['"a@b"@example.com', '"a@b"@example.com'],
    ['noa@not a domain', 'noa@not a domain'],
  ])('spells %s as %s', (box, written) => {
    expect(readable(box)).toBe(written);
  });
});

describe('personHash', () => {
  it('gives the same hash within a sub account and another one in the next', () => {
    expect(personHash({ subAccountId: 1 }, 'noa@example.com')).toMatch(/^[0-9a-f]{64}$/);
    expect(personHash({ subAccountId: 1 }, 'noa@example.com')).toBe(
      personHash({ subAccountId: 1 }, 'noa@example.com'),
    );
    expect(personHash({ subAccountId: 1 }, 'noa@example.com')).not.toBe(
      personHash({ subAccountId: 2 }, 'noa@example.com'),
    );
  });
});
