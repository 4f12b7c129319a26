/** The languages in which widgets have texts of their own. */
export const WIDGET_LANGUAGES: readonly string[] = 'ar da de en es fr he it ja nl pl pt sv tr'.split(' ');

/** The languages that are offered for filters and translations. */
export const REVIEW_LANGUAGES: readonly string[] =
  'ar bg cs da de el en es et fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );
