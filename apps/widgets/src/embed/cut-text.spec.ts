import { cutText } from './cut-text';

describe('a long text', () => {
  it('stays whole within the limit', () => {
    expect(cutText('just fits', 9)).toEqual({ text: 'just fits', cut: false });
  });

  it('ends at a word', () => {
    expect(cutText('aaaa bbbb cccc dd eeee', 19).text).toBe('aaaa bbbb cccc dd…');
  });

  it('ends between characters where no word does', () => {
    expect(cutText('x'.repeat(50), 10).text).toBe(`${'x'.repeat(10)}…`);
    expect(cutText(`${'x'.repeat(9)}😀 and on`, 10).text).toBe(`${'x'.repeat(9)}…`);
  });
});
