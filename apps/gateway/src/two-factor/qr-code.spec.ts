import { qrCodeSvg } from './qr-code';

describe('qrCodeSvg', () => {
  it('draws a scalable image that needs no script and no other file', () => {
    const svg = qrCodeSvg('otpauth://totp/Plaudit:noa%40example.com?secret=ABCD');
    expect(svg).toMatch(
      /^<svg version="1.1" xmlns="http:\/\/www.w3.org\/2000\/svg".* viewBox="0 0 (\d+) \1"/,
    );
    expect(svg).not.toMatch(/<script|href|http:\/\/(?!www\.w3\.org)/);
  });

  it('draws different texts differently', () => {
    expect(qrCodeSvg('one')).not.toBe(qrCodeSvg('two'));
  });
});
