import { extendTo, NOTHING, type Selection, toggle, togglePage, without } from './selection';

const ORDER = [10, 20, 30, 40, 50];
const sorted = ({ ids }: Selection): number[] => [...ids].sort((a, b) => a - b);

describe('A selection', () => {
  it('gains and loses a row', () => {
    const one = toggle(NOTHING, 20);
    expect([...one.ids]).toEqual([20]);
    expect(toggle(one, 20).ids.size).toBe(0);
  });

  it('extends from the row chosen last, downwards and upwards', () => {
    expect(sorted(extendTo(toggle(NOTHING, 20), ORDER, 40))).toEqual([20, 30, 40]);
    expect(sorted(extendTo(toggle(NOTHING, 40), ORDER, 20))).toEqual([20, 30, 40]);
  });

  it('keeps rows outside of the new range', () => {
    const far = toggle(toggle(NOTHING, 50), 10);
    expect(sorted(extendTo(far, ORDER, 20))).toEqual([10, 20, 50]);
  });

  it('begins with the row itself if the anchor left the list', () => {
    expect([...extendTo({ ...NOTHING, anchor: 99 }, ORDER, 30).ids]).toEqual([30]);
  });

  it('does not change for a row that is not in the list', () => {
    expect(extendTo(NOTHING, ORDER, 99)).toBe(NOTHING);
  });

  it('covers the loaded rows, and none of them the second time', () => {
    const page = togglePage(NOTHING, ORDER);
    expect(page.ids.size).toBe(5);
    expect(togglePage(page, ORDER)).toEqual(NOTHING);
    expect(togglePage(NOTHING, [])).toEqual({ ...NOTHING, ids: new Set() });
  });

  it('ends the choice of all that match as soon as one row is taken out', () => {
    const all = { ...togglePage(NOTHING, ORDER), allMatching: true };
    expect(toggle(all, 10)).toMatchObject({ allMatching: false });
  });

  it('is empty once its last row left the list', () => {
    expect(without(toggle(NOTHING, 10), new Set([10]))).toEqual(NOTHING);
    const other = toggle(NOTHING, 10);
    expect(without(other, new Set([20]))).toBe(other);
  });
});
