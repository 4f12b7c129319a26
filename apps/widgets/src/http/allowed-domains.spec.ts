import { allowedOrigin } from './allowed-domains';

const PUBLIC_URL = 'https://reviews.example';

describe('allowedOrigin', () => {
  it.each([
    [[], undefined, undefined, '*'],
    [['shop.example'], 'https://shop.example', undefined, 'https://shop.example'],
    [['shop.example'], undefined, 'https://shop.example/page?x', 'https://shop.example'],
    [['SHOP.example'], 'https://shop.example', undefined, 'https://shop.example'],
    [['localhost:3000'], 'http://localhost:3000', undefined, 'http://localhost:3000'],
    [['*.shop.example'], 'https://www.shop.example', undefined, 'https://www.shop.example'],
    [['*.shop.example'], 'https://shop.example', undefined, null],
    [['shop.example'], 'https://www.shop.example', undefined, null],
    [['shop.example'], 'https://evilshop.example', undefined, null],
    [['*.shop.example'], 'https://evilshop.example', undefined, null],
    [['shop.example'], 'https://shop.example:8443', undefined, 'https://shop.example:8443'],
    [['shop.example:8443'], 'https://shop.example:8443', undefined, 'https://shop.example:8443'],
    [['shop.example:8443'], 'https://shop.example', undefined, null],
    [['*.shop.example:8443'], 'https://www.shop.example:8443', undefined, 'https://www.shop.example:8443'],
    [['shop.example'], 'https://shop.example.evil.example', undefined, null],
    [['shop.example'], 'https://shop.example@evil.example', undefined, null],
    [['shop.example'], undefined, 'https://evil.example/?https://shop.example', null],
    [['shop.example'], 'app://shop.example', undefined, null],
    [['shop.example'], 'null', undefined, null],
    [['shop.example'], undefined, undefined, null],
    [['shop.example'], undefined, `${PUBLIC_URL}/w/key`, PUBLIC_URL],
  ])(
    'checks the domains %j against origin %s and referer %s, and returns %s',
    (domains, origin, referer, allowed) => {
      expect(allowedOrigin(domains, { origin, referer }, [PUBLIC_URL])).toBe(allowed);
    },
  );
});
