const SIGNATURES: readonly [offset: number, bytes: Buffer][] = [
  [0, Buffer.from([0xff, 0xd8, 0xff])],
  [0, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  [0, Buffer.from('GIF8')],
  [8, Buffer.from('WEBP')],
  [4, Buffer.from('ftypavif')],
];

/**
 * Returns true if the first bytes are those of a JPEG, PNG, GIF, WebP or AVIF. Other formats, above all SVG, must not
 * reach a decoder.
 */
export function isRasterImage(content: Buffer): boolean {
  return SIGNATURES.some(([offset, bytes]) => content.subarray(offset, offset + bytes.length).equals(bytes));
}
