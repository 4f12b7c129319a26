import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { EncodedBody } from './encoded-body';

describe('EncodedBody', () => {
  const text = 'review '.repeat(500);
  const body = new EncodedBody(text);

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['BR;q=0.5', 'br'],
    ['identity', 'identity'],
    [undefined, 'identity'],
  ])('chooses for Accept-Encoding %s the encoding %s', (header, encoding) => {
    expect(body.encodingFor(header)).toBe(encoding);
  });

  it('decodes to the same text in every encoding, and computes each encoding once', async () => {
    expect(brotliDecompressSync(await body.in('br')).toString()).toBe(text);
    expect(gunzipSync(await body.in('gzip')).toString()).toBe(text);
    expect((await body.in('identity')).toString()).toBe(text);
    expect(await body.in('br')).toBe(await body.in('br'));
  });

  it('stays uncompressed if it is small', () => {
    expect(new EncodedBody('{"active":false}').encodingFor('br')).toBe('identity');
  });
});
