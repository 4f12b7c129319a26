import { wordQuery, wordVector } from './word-vector';

describe('wordVector', () => {
  it('has the words of text and author of a sub account, and positions for characters without spaces', () => {
    const review = { sub_account_id: 7, text: 'Fresh bread, パン屋', from_name: 'Bo' };
    expect(wordVector(review)).toBe("'7:fresh' '7:bread' '7:パン':1 '7:ン屋':2 '7:屋':3 '7@bo'");
  });
});

describe('wordQuery', () => {
  it.each([
    ['Fresh bre', "('7:fresh':*) & ('7:bre':*)"],
    ['屋', "('7:屋':*)"],
    ['パン屋', "(('7:パン' <-> '7:ン屋'))"],
    ["it's", "('7:it':*) & ('7:s':*)"],
  ])('looks for %s in the text', (search, query) => {
    expect(wordQuery(7, search, 'text')).toBe(query);
  });

  it('looks for each word in the text or the author', () => {
    expect(wordQuery(7, 'bo', 'text and author')).toBe("('7:bo':* | '7@bo':*)");
  });

  it('is null without a word', () => {
    expect(wordQuery(7, '%', 'text')).toBeNull();
  });
});
