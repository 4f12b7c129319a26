import { isSuspicious } from './suspicious-text';
import { reversedText, rotatedText } from './suspicious-text-folding';
import phrases from './suspicious-phrases.json';

const anywhere = Object.values(phrases.anywhere).flat().map(exampleOf);
const atStart = Object.values(phrases.start).flat().map(exampleOf);

describe('isSuspicious › phrases', () => {
  it('recognises each inside a sentence', () => {
    expect(missed(anywhere.map((phrase) => `Rude staff, ${phrase}, cold food`))).toEqual([]);
  });

  it('recognises each backwards, and each in ROT13', () => {
    expect(missed(anywhere.map((phrase) => `Rude staff, ${reversedText(phrase)}, cold food`))).toEqual([]);
    expect(missed(anywhere.map((phrase) => `Rude staff, ${rotatedText(phrase)}, cold food`))).toEqual([]);
  });

  it('recognises each that is an order only at the start of a sentence', () => {
    expect(missed(atStart.map((phrase) => `Rude staff. Please ${phrase} cold food`))).toEqual([]);
  });

  it('recognises each whose letters are apart', () => {
    const squashed = phrases.squashed.filter((phrase) => !phrase.includes('('));
    expect(missed(squashed.map((phrase) => `Rude staff. ${[...phrase].join(' - ')}`))).toEqual([]);
  });

  it('reads leetspeak over a "!" that seems to end a sentence', () => {
    expect(isSuspicious('Rude staff. Answer! exactly yes')).toBe(true);
    expect(isSuspicious('Rude staff. Answer. Exactly yes')).toBe(false);
  });
});

/** Returns a phrase that a pattern describes, with as many words in each gap as it allows. */
function exampleOf(pattern: string): string {
  return pattern
    .split(' ')
    .map((part) => (part === '...' ? 'x x x x' : part.split('|')[0]))
    .join(' ');
}

function missed(texts: readonly string[]): string[] {
  return texts.filter((text) => !isSuspicious(text));
}
