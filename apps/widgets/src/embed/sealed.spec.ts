import { randomBytes } from 'node:crypto';
import { Sealer, SEALER_KEY_BYTES } from './sealed';

describe('what is sealed for the way through a browser', () => {
  const key = randomBytes(SEALER_KEY_BYTES);
  const sealer = new Sealer(key);

  it('opens again, anywhere with the same key', () => {
    const sealed = sealer.seal('newest 4711', 'w_a');
    expect(new Sealer(key).open(sealed, 'w_a')).toBe('newest 4711');
  });

  it('is the same text on every replica, which a strong ETag promises', () => {
    expect(new Sealer(key).seal('newest 4711', 'w_a')).toBe(sealer.seal('newest 4711', 'w_a'));
  });

  it('shows nothing of its content', () => {
    const bytes = Buffer.from(sealer.seal('newest 4711', 'w_a'), 'base64url').toString('latin1');
    expect(bytes).not.toContain('4711');
  });

  it.each([
    [
      'with another key',
      () => new Sealer(randomBytes(SEALER_KEY_BYTES)).open(sealer.seal('x', 'w_a'), 'w_a'),
    ],
    ['in another context', () => sealer.open(sealer.seal('x', 'w_a'), 'w_b')],
    ['when altered', () => sealer.open(altered(sealer.seal('xyz', 'w_a')), 'w_a')],
    ['when it is nonsense', () => sealer.open('nonsense', 'w_a')],
    ['when it is empty', () => sealer.open('', 'w_a')],
  ])('does not open %s', (_case, open) => {
    expect(open()).toBeNull();
  });

  it('names things without their ids, each kind apart', () => {
    expect(sealer.nameFor('review', 7)).toBe(sealer.nameFor('review', 7));
    expect(sealer.nameFor('review', 7)).not.toBe(sealer.nameFor('review', 8));
    expect(sealer.nameFor('review', 7)).not.toBe(sealer.nameFor('image', 7));
    expect(sealer.nameFor('review', 7)).toMatch(/^[\w-]{12}$/);
  });
});

/** One bit of it the other way round: to overwrite a letter would now and then change nothing. */
function altered(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes.toString('base64url');
}
