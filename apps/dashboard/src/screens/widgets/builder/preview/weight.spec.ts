import { gzippedBytes, kilobytes, servedData } from './weight';

describe('the weight of a widget', () => {
  it('is that of the compressed data', async () => {
    expect(await gzippedBytes('')).toBeLessThan(40);
    const repeated = await gzippedBytes('Great bread. '.repeat(1000));
    expect(repeated).toBeGreaterThan(20);
    expect(repeated).toBeLessThan(1000);
  });

  it('leaves out what only a preview has', () => {
    expect(servedData({ sample: true, key: 'w_1' })).toBe('{"key":"w_1"}');
  });

  it('is told in kilobytes with one decimal', () => {
    expect(kilobytes(6_812)).toBe(6.8);
    expect(kilobytes(40)).toBe(0);
  });
});
