import { BodyMemory } from './body-memory';

describe('BodyMemory', () => {
  it('refuses bytes beyond the whole memory until others are released', () => {
    const memory = new BodyMemory(100);
    for (const sender of ['a', 'b', 'c', 'd']) expect(memory.take(sender, 25)).toBe(true);
    expect(memory.take('e', 1)).toBe(false);
    memory.release('a', 25);
    expect(memory.take('e', 25)).toBe(true);
    expect(memory.take('f', 1)).toBe(false);
  });

  it('gives one sender a quarter of the memory', () => {
    const memory = new BodyMemory(100);
    expect(memory.take('a', 20)).toBe(true);
    expect(memory.take('a', 6)).toBe(false);
    expect(memory.take('a', 5)).toBe(true);
    memory.release('a', 20);
    expect(memory.take('a', 20)).toBe(true);
  });

  it('gives requests without a sender the whole memory', () => {
    const memory = new BodyMemory(100);
    expect(memory.take('', 100)).toBe(true);
    expect(memory.take('', 1)).toBe(false);
  });
});
