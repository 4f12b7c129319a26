import { ReturnPath, returnPathProblems } from './return-path';

const MESSAGE_ID = 'inv.901.k3v9x2ab@example.com';

describe('ReturnPath', () => {
  it.each([
    ['bounces@bounce.example.com', 'bounces+901.k3v9x2ab@bounce.example.com'],
    ['bounces-{tag}@bounce.example.com', 'bounces-901.k3v9x2ab@bounce.example.com'],
    ['{tag}@bounce.example.com', '901.k3v9x2ab@bounce.example.com'],
    ['b{tag}=r@bounce.example.com', 'b901.k3v9x2ab=r@bounce.example.com'],
  ])('of %s is %s, and finds its tag', (setting, address) => {
    const path = new ReturnPath(setting);
    expect(path.addressFor(MESSAGE_ID)).toBe(address);
    for (const text of [address, `To: <${address.toUpperCase()}>`, `for "x" ${address}; Mon`, `${address}.`])
      expect([text, path.tagIn(text)]).toEqual([text, '901.k3v9x2ab']);
  });

  it.each([
    'bounces@bounce.example.com',
    'bounces+901@bounce.example.com',
    'bounces+901.k3v9x2a@bounce.example.com',
    'bounces+901.k3v9x2abc@bounce.example.com',
    'other.bounces+901.k3v9x2ab@bounce.example.com',
    'bounces+901.k3v9x2ab@bounce.example.com.attacker.example',
    'bounces+901.k3v9x2ab@bounceXexample.com',
  ])('has no tag in %s', (text) => {
    expect(new ReturnPath('bounces@bounce.example.com').tagIn(text)).toBeNull();
  });

  it('looks for its tag in a megabyte of digits in less than a second', () => {
    const before = process.cpuUsage();
    for (const part of ['1', '1.', 'bounces+', 'bounces+901.'])
      expect(
        new ReturnPath('{tag}@bounce.example.com').tagIn(part.repeat(1_000_000 / part.length)),
      ).toBeNull();
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});

describe('returnPathProblems', () => {
  it.each([undefined, 'bounces@bounce.example.com', '{tag}@example.com', `${'x'.repeat(39)}@example.com`])(
    'accepts %s',
    (setting) => {
      expect(returnPathProblems(setting)).toEqual([]);
    },
  );

  it.each([
    'bounces',
    'Bounces <bounces@example.com>',
    'bounces@',
    'bounces@{tag}.example.com',
    '{tag}@{tag}.example.com',
    'bounces@example.com, other@example.com',
    `${'x'.repeat(40)}@example.com`,
  ])('refuses %s', (setting) => {
    expect(returnPathProblems(setting)).toEqual([
      expect.stringMatching(/^MAIL_RETURN_PATH must be an address/),
    ]);
  });
});
