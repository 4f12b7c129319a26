import { isRasterImage } from './image-format';

describe('isRasterImage', () => {
  it.each([
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
    ['GIF', Buffer.from('GIF89a')],
    ['WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['AVIF', Buffer.from('\0\0\0\x1cftypavif')],
  ])('accepts the first bytes of a %s image', (_name, bytes) => {
    expect(isRasterImage(bytes)).toBe(true);
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<?xml version="1.0"?><svg/>',
    '<html>',
    '%PDF-1.7',
    '',
  ])('refuses content that begins with %j', (text) => {
    expect(isRasterImage(Buffer.from(text))).toBe(false);
  });
});
