import type { SourceReview } from '../generation/source-review';
import { languageOf, languageOfMost, languageOfReview } from './text-language';
import { votedLanguage } from './voted-language';

describe('votedLanguage', () => {
  it.each([
    ['en', 'Very clean'],
    ['en', 'The food was not great but ok'],
    ['en', 'Too expensive'],
    ['fr', 'Tout était parfait, merci !'],
    ['fr', 'TRES BON ACCUEIL'],
    ['es', 'Entrega rápida y buen trato'],
    ['es', 'Muy bueno'],
    ['pt', 'Entrega rápida, recomendo!'],
    ['pt', 'Tudo perfeito'],
    ['de', 'Sehr gut'],
    ['de', 'Top Service, gerne wieder'],
    ['it', 'Molto buono'],
    ['it', 'Troppo caro'],
  ])('finds %s in "%s"', (language, text) => {
    expect(votedLanguage(text)).toBe(language);
  });

  it.each([
    '',
    '👍👍',
    '12 34',
    'Great',
    'Super',
    'Top!',
    'Super service',
    'Hotel Bellavista',
    'Goede levering',
  ])('is not sure about "%s"', (text) => {
    expect(votedLanguage(text)).toBeNull();
  });

  it('decides between languages with as many words by their letters', () => {
    expect(votedLanguage('Personal amable, camera pulita, habitación y ubicación excepcionales')).toBe('es');
    expect(votedLanguage('Personal amable, camera pulita, spiaggia vicinissima')).toBe('it');
  });

  it.each([
    'De kamer was in orde en het ontbijt was goed, maar de bediening was traag',
    'Alles super en de levering was op tijd',
    'Camera a fost curată și personalul foarte amabil, dar micul dejun a fost slab',
    'Vi hadde et fint opphold, men rommet var litt lite',
    'A szoba tiszta volt, de a személyzet nem volt kedves',
  ])('takes another language for none of its own: "%s"', (text) => {
    expect(votedLanguage(text)).toBeNull();
  });

  it('reads no more than the first 2,000 characters', () => {
    expect(votedLanguage(`${'x'.repeat(2_000)} the room was very clean`)).toBeNull();
  });
});

describe('languageOf', () => {
  it.each([
    ['fr', 'Très bon accueil, je recommande'],
    ['es', 'Las cortinas llegaron arrugadas, tardaron cuarenta minutos en montarlas'],
    ['nl', 'Heel vriendelijk personeel en lekker eten'],
    ['nl', 'Goede service, snelle levering'],
    ['pl', 'Wszystko było bardzo dobrze, polecam każdemu'],
    ['nl', 'De kamer was in orde en het ontbijt was goed, maar de bediening was traag'],
    ['ro', 'Camera a fost curată și personalul foarte amabil, dar micul dejun a fost slab'],
    ['sv', 'Mycket bra hotell, trevlig personal'],
    ['cs', 'Velmi dobrý hotel, ochotný personál'],
    ['tr', 'Çok güzel bir otel, personel çok ilgili'],
    ['ja', 'とても良いホテルでした'],
    ['zh', '酒店非常好，服务很棒'],
    ['ko', '좋은 호텔'],
    ['ru', 'Очень хороший отель, всем рекомендую'],
    ['uk', 'Дуже гарний готель, привітний персонал'],
    ['ar', 'خدمة ممتازة والمكان نظيف'],
    ['el', 'Πολύ καλό ξενοδοχείο'],
    ['he', 'מלון מצוין'],
  ])('finds %s in "%s"', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    '',
    ' \n',
    '👍',
    '5/5',
    'Great',
    'Super',
    'Top!',
    'Ok',
    'Bon',
    'Visnieks',
    'Hotel Bellavista Palace',
    'asdf qwer zxcv uiop hjkl',
    'Отличный',
  ])('is not sure about "%s"', (text) => {
    expect(languageOf(text)).toBeNull();
  });
});

describe('languageOfReview', () => {
  it.each([
    ['de', 'de-AT', 'The room was very clean'],
    ['nl', 'NL', 'ok'],
    ['en', null, 'The room was very clean'],
    ['en', '', 'The room was very clean'],
    ['en', 'und', 'The room was very clean'],
    [null, null, 'Super'],
  ])('is %j for a review stored as %j with the text "%s"', (expected, language, text) => {
    expect(languageOfReview(review({ language, text }))).toBe(expected);
  });
});

describe('languageOfMost', () => {
  it('counts what reviews say about their language, and detects the others', () => {
    expect(
      languageOfMost([
        review({ language: 'nl', text: 'Prima' }),
        review({ text: 'Das Zimmer war sehr sauber' }),
        review({ language: 'de-CH', text: 'Tiptop' }),
      ]),
    ).toBe('de');
  });

  it('prefers the language of the newest review among languages with as many reviews', () => {
    const [english, french] = [review({ language: 'en' }), review({ language: 'fr' })];
    expect(languageOfMost([french, english])).toBe('fr');
    expect(languageOfMost([english, french, french, english])).toBe('en');
  });

  it('is not sure without a review whose language is known', () => {
    expect(languageOfMost([])).toBeNull();
    expect(languageOfMost([review({ text: 'Super' })])).toBeNull();
  });
});

function review(values: Partial<SourceReview>): SourceReview {
  return { id: 1, star: 5, text: '', language: null, posted_on: '2024-05-01T00:00:00.000Z', ...values };
}
