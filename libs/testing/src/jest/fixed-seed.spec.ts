import fc from 'fast-check';

describe('fast-check', () => {
  it('draws the same values in every run', () => {
    const seed = Number(process.env.FAST_CHECK_SEED ?? 20_251_122);
    expect(fc.readConfigureGlobal()).toMatchObject({ seed });
    const draw = (): number[] => fc.sample(fc.integer(), 20);
    expect(draw()).toEqual(draw());
  });
});
