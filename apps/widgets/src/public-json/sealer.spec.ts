import { randomBytes } from 'node:crypto';
import { Sealer, SEALER_KEY_BYTES } from './sealer';

describe('Sealer', () => {
  const key = randomBytes(SEALER_KEY_BYTES);
  const sealer = new Sealer(key);

  it('opens a value that another instance with the same key sealed', () => {
    const sealed = sealer.seal('newest 4711', 'w_a');
    expect(new Sealer(key).open(sealed, 'w_a')).toBe('newest 4711');
  });

  it('seals a value to the same text on every replica', () => {
    expect(new Sealer(key).seal('newest 4711', 'w_a')).toBe(sealer.seal('newest 4711', 'w_a'));
  });

  it('hides the content of a value', () => {
    const bytes = Buffer.from(sealer.seal('newest 4711', 'w_a'), 'base64url').toString('latin1');
    expect(bytes).not.toContain('4711');
  });

  it.each([
    [
      'sealed with another key',
      () => new Sealer(randomBytes(SEALER_KEY_BYTES)).open(sealer.seal('x', 'w_a'), 'w_a'),
    ],
    ['sealed in another context', () => sealer.open(sealer.seal('x', 'w_a'), 'w_b')],
    ['that was altered', () => sealer.open(altered(sealer.seal('xyz', 'w_a')), 'w_a')],
    ['that is not a sealed value', () => sealer.open('nonsense', 'w_a')],
    ['that is empty', () => sealer.open('', 'w_a')],
  ])('does not open a value %s', (_case, open) => {
    expect(open()).toBeNull();
  });

  it('names ids with hashes that differ by id and by kind', () => {
    expect(sealer.nameFor('review', 7)).toBe(sealer.nameFor('review', 7));
    expect(sealer.nameFor('review', 7)).not.toBe(sealer.nameFor('review', 8));
    expect(sealer.nameFor('review', 7)).not.toBe(sealer.nameFor('image', 7));
    expect(sealer.nameFor('review', 7)).toMatch(/^[\w-]{12}$/);
  });
});

/** Flips one bit. Replacing a letter would change nothing if the letter were already the same. */
function altered(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes.toString('base64url');
}
