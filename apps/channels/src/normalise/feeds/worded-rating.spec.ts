import { ratingOfText, ratingOfTitle } from './worded-rating';

describe('ratingOfTitle', () => {
  it.each([
    ['Solid forms (5 stars)', 5],
    ['Solid forms (1 star)', 1],
    ['4.5/5 – great', 4.5],
    ['4,5 von 5', 4.5],
    ['3 out of 5', 3],
    ['★★★★☆ Nice', 4],
    ['⭐️⭐️⭐️', 3],
    ['5-star review', 5],
    ['5 Star Review: Fine', 5],
    ['2-star', 2],
    ['5 Sterne', 5],
    ['4 von 5 Sternen', 4],
    ['5 étoiles', 5],
    ['5 estrellas', 5],
    ['5 stelle', 5],
    ['Rating: 5 out of 5', 5],
    ['Note : 4/5', 4],
    ['Rated 4 out of 5', 4],
    ['4 of 5', 4],
    ['Gave 1 star', 1],
    ['Fine bread - 4/5', 4],
    ['4/5, fine bread', 4],
    ['Fine bread. 5 stars!', 5],
  ])('reads the rating of %j', (title, rating) => {
    expect(ratingOfTitle(title)).toBe(rating);
  });

  it.each([
    'Top 5 stars of 2024',
    'We love the 5 star hotel',
    '1 of 5 items missing',
    'Room 4/5',
    'My 3/4 year old',
    '5 étoilesque',
    'Opened on 4/5/2026',
    '14/5',
    '9 stars',
    '0/5',
    '5 starsigns',
    '1/50',
    '★',
    'Fine',
  ])('finds no rating in %j', (title) => {
    expect(ratingOfTitle(title)).toBeNull();
  });
});

describe('ratingOfText', () => {
  it.each([
    ['<p>Replies: 1</p><p>Rating: 5 stars</p>', 5],
    ['Bewertung: 4 von 5', 4],
    ['★★☆☆☆ Poor', 2],
  ])('reads the rating of %j', (text, rating) => {
    expect(ratingOfText(text)).toBe(rating);
  });

  it('reads only the beginning of a text', () => {
    expect(ratingOfText(`${'x '.repeat(250)} Rating: 5 stars`)).toBeNull();
  });

  it('does not take a number without a label for a rating', () => {
    expect(ratingOfText('We stayed in a 5 star hotel')).toBeNull();
  });
});
