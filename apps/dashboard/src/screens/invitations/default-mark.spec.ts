import { needsDefaultMark } from './default-mark';

describe('the mark of the default profile', () => {
  it.each([
    ['After a visit', true, true],
    ['Default', true, false],
    ['default ', true, false],
    ['Default', false, false],
    ['After a visit', false, false],
  ])('beside %p, which is the default: %p, is shown: %p', (name, isDefault, shown) => {
    expect(needsDefaultMark({ name, isDefault })).toBe(shown);
  });
});
