// The API of Google writes these in English. Pages and their scrapers have them in the language of the reader, too.
const TRANSLATION =
  /[(（](?:Translated by Google|Übersetzt von Google|Von Google übersetzt|Übersetzung von Google|Traduit par Google|Traduction de Google|Traducido por Google|Traducción de Google|Traduzione di Google|Tradotto da Google|Traduzido pel[ao] Google|Tradução d[oa] Google|Vertaald door Google|Vertaling door Google|Översatt av Google|Översättning av Google|Oversat af Google|Oversatt av Google|Przetłumaczone przez Google|Tłumaczenie Google|Переведено Google|Перевод Google|Google tarafından çevrildi|Google tarafından çevrilmiştir|由 ?Google ?翻[译譯]|由 ?Google ?提供翻[译譯]|Google ?による翻訳|Google ?翻訳|Google ?번역|Google에서 번역함|Google 제공 번역)[)）]/i;
const ORIGINAL =
  /[(（](?:Originale?|Originalfassung|Originaltext|Texte d['’]origine|Avis d['’]origine|Origineel|Originel|Originalet?|Oryginał|Oryginalny tekst|Оригинал|Исходный текст|Orijinal|Orijinali|原文|原始(?:评论|評論)?|オリジナル|원본|원문)[)）]/i;

/**
 * Returns the part of a review or reply that its author wrote. Google puts its translation above or below it. A text without a
 * translation is returned as it is.
 */
export function originalText(text: string): string {
  const translation = TRANSLATION.exec(text);
  if (!translation) return text;
  const below = text.slice(translation.index + translation[0].length);
  const original = ORIGINAL.exec(below);
  if (original) return below.slice(original.index + original[0].length).trim();
  const above = text.slice(0, translation.index).replace(ORIGINAL, '').trim();
  return above === '' ? below.trim() : above;
}
