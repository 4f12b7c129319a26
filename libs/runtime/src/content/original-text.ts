// The API of Google writes these in English. Pages and their scrapers have them in the language of the reader, too.
const TRANSLATION =
  /\((?:Translated by Google|Übersetzt von Google|Von Google übersetzt|Traduit par Google|Traducido por Google|Traducción de Google|Traduzione di Google|Tradotto da Google|Traduzido pelo Google|Vertaald door Google)\)/i;
const ORIGINAL = /\((?:Original|Originale|Originalfassung|Texte d['’]origine|Avis d['’]origine|Origineel)\)/i;

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
