import { compareShown } from './shown-reviews';

describe('compareShown', () => {
  it('finds nothing if a widget shows each approved review once, in any order', () => {
    expect(compareShown(['b', 'a'], ['a', 'b'])).toEqual({ lost: [], doubled: [] });
  });

  it('finds reviews that are missing, shown twice, or not approved', () => {
    expect(compareShown(['a', 'a', 'c'], ['a', 'b'])).toEqual({
      lost: ['the widget does not show "b"'],
      doubled: ['the widget shows "a" twice', 'the widget shows "c"'],
    });
  });
});
