import fc from 'fast-check';
import { readRequestPath } from './request-path';

describe('readRequestPath', () => {
  it.each([
    ['/', '/', ''],
    ['/public/v1/hello', '/public/v1/hello', ''],
    ['/public/v1/hello/', '/public/v1/hello/', ''],
    ['/public/v1/reviews/get?q=a/../b//c\\&x=%2e%2e', '/public/v1/reviews/get', 'q=a/../b//c\\&x=%2e%2e'],
    ['/public/v1/reviews/get?', '/public/v1/reviews/get', ''],
    ['/public/v1/channels/types/app_store', '/public/v1/channels/types/app_store', ''],
    ['/embed/v1/w_8f.js', '/embed/v1/w_8f.js', ''],
    ['/a/..b/.c/d..', '/a/..b/.c/d..', ''],
    ['/a/caf%C3%A9%20x', '/a/caf%C3%A9%20x', ''],
  ])('reads %s', (target, path, query) => {
    expect(readRequestPath(target)).toEqual({ path, query });
  });

  it.each([
    '',
    '*',
    'hello',
    'http://other/public/v1/hello',
    '//public/v1/hello',
    '/public//v1/hello',
    '/public/v1/../internal',
    '/public/v1/..',
    '/public/./v1',
    '/.',
    '/public/v1/..;/internal',
    '/public/v1;x=1/hello',
    '/public\\v1',
    '/public/v1/%2e%2e/internal',
    '/public/v1/%2E%2E/internal',
    '/public/v1/.%2e/internal',
    '/public/v1%2fhello',
    '/public%2Fv1/hello',
    '/public%5cv1/hello',
    '/public/v1/%252e%252e/internal',
    '/public/v1/%68ello',
    '/public/v1/hello%00',
    '/public/v1/hello%0d%0aX: y',
    '/public/v1/hello%3Fx',
    '/public/v1/hello%23x',
    '/public/v1/%zz',
    '/public/v1/%ff',
    '/public/v1/%c3',
    '/public/v1/%4',
    '/public/v1/hello#x',
    '/public/v1/hello?x#y',
    '/public/v1/hel lo',
    '/public/v1/héllo',
    '/public/v1/\u0000',
  ])('refuses %j', (target) => {
    expect(readRequestPath(target)).toBeNull();
  });

  it('accepts only paths that keep their segments when they are decoded twice', () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5c',
      '%25',
      'a',
      'v1',
      '%61',
      ';',
      '//',
      '%C3%A9',
      '%aa',
      '\\',
      '%',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const read = readRequestPath(`/${pieces.join('')}`);
        if (!read) return;
        const twice = decodeURIComponent(decodeURIComponent(read.path));
        expect(twice.split('/')).toHaveLength(read.path.split('/').length);
        expect(twice.split('/').some((segment) => segment === '.' || segment === '..')).toBe(false);
        expect(new URL(read.path, 'http://upstream').pathname).toBe(read.path);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes linear time for hostile paths', () => {
    const before = process.cpuUsage();
    readRequestPath(`/${'a'.repeat(60_000)}\u0000`);
    readRequestPath(`${'/a'.repeat(30_000)}\u0000`);
    readRequestPath(`${'/.'.repeat(30_000)}`);
    expect(process.cpuUsage(before).user / 1e3).toBeLessThan(1_000);
  });
});
