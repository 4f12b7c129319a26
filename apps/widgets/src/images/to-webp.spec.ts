import sharp from 'sharp';
import { ImageRefused, toWebp } from './to-webp';

const MEGAPIXEL = 1_000_000;

function plain(width: number, height: number): sharp.Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#c00' }, limitInputPixels: false });
}

function centre(): Promise<Buffer> {
  return sharp({ create: { width: 100, height: 100, channels: 3, background: '#00c800' } })
    .png()
    .toBuffer();
}

/** Frames differ, because equal ones are merged into one. */
async function animation(frames: number, side: number): Promise<sharp.Sharp> {
  const pictures = Array.from({ length: frames }, (_, frame) =>
    sharp({ create: { width: side, height: side, channels: 3, background: { r: frame * 10, g: 0, b: 0 } } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
  return sharp(await Promise.all(pictures), { join: { animated: true } });
}

/** Returns an AVIF whose header names another size than that of its pixels. */
async function lyingAvif(image: sharp.Sharp, width: number, height: number): Promise<Buffer> {
  const avif = await image.avif({ effort: 0, quality: 1 }).toBuffer();
  const size = avif.indexOf('ispe') + 8;
  avif.writeUInt32BE(width, size);
  avif.writeUInt32BE(height, size + 4);
  return avif;
}

describe('toWebp', () => {
  it('shrinks an image of almost 12 megapixels and turns it upright', async () => {
    const photo = await plain(4_000, 2_999).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const copy = await sharp(await toWebp(photo, 1200)).metadata();
    expect(copy).toMatchObject({ format: 'webp', height: 1200 });
  });

  it.each([
    ['a square', 144, 144, 144],
    ['the shorter side', 800, 1200, 800],
    ['the longer side', 1200, 1200, 800],
  ] as const)('makes a copy whose size is that of %s', async (_what, size, width, height) => {
    const photo = await plain(3_000, 2_000).jpeg().toBuffer();
    expect(await sharp(await toWebp(photo, size)).metadata()).toMatchObject({ width, height });
  });

  it('cuts a square from the centre', async () => {
    const green = plain(300, 100).composite([{ input: await centre(), left: 100, top: 0 }]);
    const { channels } = await sharp(await toWebp(await green.png().toBuffer(), 80)).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 50))).toEqual([0, 4, 0]);
  });

  it('never enlarges an image', async () => {
    const small = await plain(20, 10).gif().toBuffer();
    expect(await sharp(await toWebp(small, 600)).metadata()).toMatchObject({ width: 20, height: 10 });
  });

  it.each([
    [12.1, 4_000, 3_025],
    [50, 8_000, 6_250],
  ])('refuses a PNG of %d megapixels by its first bytes', async (megapixels, width, height) => {
    const png = await plain(width, height).png({ compressionLevel: 9 }).toBuffer();
    expect(png.length).toBeLessThan(200_000);
    // Without its pixels, the file cannot be decoded at all.
    await expect(toWebp(png.subarray(0, 100), 80)).rejects.toEqual(
      new ImageRefused(`${Math.round(megapixels * MEGAPIXEL)} pixels`),
    );
  });

  it.each(['gif', 'webp'] as const)('counts all frames of an animated %s', async (format) => {
    const encoded = async (frames: number): Promise<Buffer> =>
      (await animation(frames, 1_000))[format]({ effort: 1 }).toBuffer();
    expect(await sharp(await toWebp(await encoded(11), 40)).metadata()).toMatchObject({
      width: 40,
      height: 40,
    });
    await expect(toWebp(await encoded(13), 40)).rejects.toEqual(new ImageRefused('13000000 pixels'));
  });

  it('refuses an AVIF whose header names too many pixels', async () => {
    const avif = await lyingAvif(plain(64, 64), 20_000, 20_000);
    await expect(toWebp(avif, 80)).rejects.toEqual(new ImageRefused('400000000 pixels'));
  });

  it('does not decode an AVIF that has more pixels than its header names', async () => {
    const avif = await lyingAvif(plain(3_000, 3_000), 40, 40);
    await expect(toWebp(avif, 80)).rejects.toThrow(/Security limit exceeded/);
  });

  it('refuses other formats before any decoder sees them', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(toWebp(svg, 80)).rejects.toEqual(new ImageRefused('not a raster image'));
  });
});
