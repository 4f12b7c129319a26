import { createHmac, timingSafeEqual } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { verifySnippet } from './verify-snippets';

type Verify = (header: string, body: Buffer, secret: string) => boolean;

/** Runs the code that a person would copy. */
function verifierOf(code: string): Verify {
  const plain = code.replace(/^import .*$/m, '').replace('export function', 'return function');
  return runInNewContext(`(() => { ${plain} })()`, { createHmac, timingSafeEqual, Buffer }) as Verify;
}

describe('verifySnippet', () => {
  const secret = 'whsec_example';
  const body = Buffer.from('{"id":"evt_1"}');
  const now = Math.floor(Date.now() / 1_000);
  const signed = (time: number, by = secret): string =>
    `t=${time},v1=${createHmac('sha256', by).update(`${time}.`).update(body).digest('hex')}`;

  it('accepts a genuine delivery and refuses others', () => {
    const verify = verifierOf(verifySnippet('node'));
    expect(verify(signed(now), body, secret)).toBe(true);
    expect(verify(`${signed(now, 'whsec_new')},${signed(now).split(',')[1]}`, body, secret)).toBe(true);
    expect(verify(signed(now, 'whsec_other'), body, secret)).toBe(false);
    expect(verify(signed(now - 400), body, secret)).toBe(false);
    expect(verify(signed(now), Buffer.from('{"id":"evt_2"}'), secret)).toBe(false);
    expect(verify('', body, secret)).toBe(false);
  });
});
