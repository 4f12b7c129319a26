import { originalText } from './original-text';

describe('originalText', () => {
  it.each([
    ['(Translated by Google) Very good\n\n(Original)\nTrès bien', 'Très bien'],
    ['Très bien\n\n(Translated by Google)\nVery good', 'Très bien'],
    ['(Original)\nTrès bien\n\n(Translated by Google)\nVery good', 'Très bien'],
    ['(Traduit par Google) Très bien\n\n(Avis d’origine)\nSehr gut', 'Sehr gut'],
    ['(Übersetzt von Google) Sehr gut\n\n(Original)\nVery good', 'Very good'],
    ['(Tradução do Google) Muito bom\n\n(Original)\nTrès bien', 'Très bien'],
    ['(Traducido por Google) Muy bien\n\n(Original)\nTrès bien', 'Très bien'],
    ['(Traduit par Google) Très bien\n\n(Original)\nSehr gut', 'Sehr gut'],
    ['(Von Google übersetzt) Sehr gut\n\n(Original)\nTrès bien', 'Très bien'],
    ['(Tradotto da Google) Ottimo\n\n(Originale)\nTrès bien', 'Très bien'],
    ['(Vertaald door Google) Goed\n\n(Origineel)\nTrès bien', 'Très bien'],
    ['(Översatt av Google) Bra\n\n(Original)\nTrès bien', 'Très bien'],
    ['(Oversat af Google) Godt\n\n(Original)\nTrès bien', 'Très bien'],
    ['(Przetłumaczone przez Google) Dobre\n\n(Oryginał)\nTrès bien', 'Très bien'],
    ['(Переведено Google) Хорошо\n\n(Оригинал)\nTrès bien', 'Très bien'],
    ['(Google tarafından çevrildi) İyi\n\n(Orijinal)\nTrès bien', 'Très bien'],
    ['（由 Google 翻译）很好\n\n（原文）\nTrès bien', 'Très bien'],
    ['(由 Google 提供翻譯) 很好\n\n(原始評論)\nTrès bien', 'Très bien'],
    ['(Google による翻訳) 良い\n\n(原文)\nTrès bien', 'Très bien'],
    ['(Google 번역) 좋아요\n\n(원문)\nTrès bien', 'Très bien'],
    ['Très bien\n\n(Google による翻訳)\n良い', 'Très bien'],
    ['(Translated by Google) Very good', 'Very good'],
    ['I like the (Original) recipe.', 'I like the (Original) recipe.'],
  ])('keeps what the author wrote of %j', (text, original) => {
    expect(originalText(text)).toBe(original);
  });
});
