import type { TimeUnit } from './calendar';

/** Words for one, which Intl writes as a number: "a month ago", "vor einem Jahr". */
export const ONE: Readonly<Record<string, string>> = {
  en: 'a an one',
  de: 'ein eine einem einer einen',
  fr: 'un une',
  es: 'un una',
  pt: 'um uma',
  it: 'un una uno',
  nl: 'een',
  sv: 'en ett',
  da: 'en et',
  nb: 'en et ett',
  fi: 'yksi',
  tr: 'bir',
  pl: 'jeden jedna',
  cs: 'jednim jednou',
  ru: 'один одну',
  uk: 'один одну',
  bg: 'един една едно',
  hu: 'egy',
  ro: 'un o',
  ca: 'un una',
  el: 'εναν ενα μια',
  sk: 'jednym jednou',
  vi: 'mot',
  id: 'satu',
};

/** Words that say that the time beside them is the one of the review. */
const POSTED = new Set(
  (
    'reviewed review posted written edited published updated rated left on avis publie poste ecrit modifie redige sur par ' +
    'bewertet geschrieben bearbeitet veroffentlicht bewertung auf von publicado publicada escrito escrita editado editada resena ' +
    'valorado recensito pubblicato scritto modificato recensione su avaliado avaliada avaliacao geplaatst geschreven bewerkt ' +
    'beoordeeld op'
  ).split(' '),
);

/** Words that say that the time beside them is the one of something else than the review. */
const OTHER_EVENTS = new Set(
  (
    'bought purchased joined founded launched opened owned released installed established started since ' +
    'achete achetee achetes achetees inscrit inscrite fonde fondee rejoint installe cree depuis ' +
    'gekauft erworben beigetreten gegrundet registriert eroffnet seit ' +
    'comprado comprada compre compramos fundado fundada inscrito abierto desde ' +
    'comprei aberto entrou comprato comprata acquistato acquistata iscritto iscritta fondato fondata ' +
    'gekocht opgericht geopend geregistreerd sinds'
  ).split(' '),
);

export const isOtherEvent = (word: string): boolean => OTHER_EVENTS.has(word);

/** Returns true for a word beside the time of a review. At its beginning, the Scandinavian "for" belongs to the time. */
export function isPosted(word: string, place: number): boolean {
  return POSTED.has(word) || (place === 0 && /^(?:for|vor|pred|przed)$/.test(word));
}

/** What makes an amount half a unit larger: "il y a 3 ans et demi". */
export const HALF = /^(?:demie?|half|halb(?:es)?|medi[oa]|mei[oa]|mezz[oa])$/;

/** Other wordings that Intl does not have, made of one that it has. */
export const REWORDED: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  fr: [[/^il y a/, 'il ya']],
  es: [[/^hace (# \S+)$/, '$1 atras']],
  ar: [[/^قبل/, 'منذ']],
  th: [[/ที่ผ่านมา$/, 'ที่แล้ว']],
  pt: [[/^ha (# \S+)$/, '$1 atras']],
  nl: [[/^(# \S+) geleden$/, '$1 terug']],
  sv: [
    [/^for (# .+)$/, '$1'],
    [/^for (# .+) sedan$/, '$1 sen'],
  ],
  da: [[/^for (# .+)$/, '$1']],
  nb: [[/^for (# .+)$/, '$1']],
  ro: [[/^acum (# \S+)$/, '$1 in urma']],
  el: [
    [/^πριν απο (# .+)$/, 'πριν $1'],
    [/^πριν απο (# .+)$/, '$1 πριν'],
  ],
  zh: [
    [/^# 周 前$/, '# 星 期 前'],
    [/^# 周 前$/, '# 个 星 期 前'],
    [/^# 天 前$/, '# 日 前'],
  ],
  'zh-Hant': [
    [/^# 週 前$/, '# 星 期 前'],
    [/^# 週 前$/, '# 個 星 期 前'],
    [/^# 週 前$/, '# 個 禮 拜 前'],
    [/^# 小 時 前$/, '# 個 小 時 前'],
  ],
  ja: [
    [/^# か 月 前$/, '# ヶ 月 前'],
    [/^# か 月 前$/, '# カ 月 前'],
    [/^# か 月 前$/, '# ヵ 月 前'],
    [/^# か 月 前$/, '# ケ 月 前'],
  ],
  ko: [[/^# 개 월 전$/, '# 달 전']],
};

/** English abbreviations before "ago" that Intl does not have. */
export const ABBREVIATIONS: Readonly<Record<TimeUnit, string>> = {
  second: 's sec secs',
  minute: 'm min mins',
  hour: 'h hr hrs',
  day: 'd',
  week: 'w wk wks',
  month: 'mo mos mon mons mth mths',
  year: 'y yr yrs',
};

/** Other phrases that Intl does not have, and what they mean: `#` stands for a number in digits. */
export const MORE: Readonly<Record<string, Readonly<Record<string, `${number | '#'} ${TimeUnit}`>>>> = {
  en: {
    'just now': '0 second',
    'moments ago': '0 second',
    'a moment ago': '0 second',
    'a few seconds ago': '0 second',
    'day before yesterday': '2 day',
    'a couple of days ago': '2 day',
    'a couple of weeks ago': '2 week',
    'a couple of months ago': '2 month',
    'a couple of years ago': '2 year',
  },
  de: {
    'gerade eben': '0 second',
    'vor # mon': '# month',
    'vor # t': '# day',
    'vor # j': '# year',
  },
  fr: {
    'a l instant': '0 second',
  },
  es: {
    antier: '2 day',
    'antes de ayer': '2 day',
    'ahora mismo': '0 second',
  },
  pt: {
    'agora mesmo': '0 second',
  },
  nl: {
    'afgelopen week': '1 week',
    'afgelopen maand': '1 month',
    'afgelopen jaar': '1 year',
  },
  sv: {
    igar: '1 day',
    idag: '0 day',
    'just nu': '0 second',
  },
  da: {
    'lige nu': '0 second',
  },
  nb: {
    '# dager siden': '# day',
    'for # dager siden': '# day',
    '# dag siden': '# day',
    'for # dag siden': '# day',
    'en dag siden': '1 day',
    'for en dag siden': '1 day',
  },
  pl: {
    dzis: '0 day',
  },
  uk: {
    вчора: '1 day',
  },
  el: {
    'πριν απο # μερες': '# day',
    'πριν # μερες': '# day',
    'πριν απο # χρονια': '# year',
    'πριν # χρονια': '# year',
    'πριν απο ενα χρονο': '1 year',
    'πριν απο εναν χρονο': '1 year',
  },
  hi: {
    '# महीने पहले': '# month',
  },
  zh: {
    '刚 刚': '0 second',
  },
  'zh-Hant': {
    '剛 剛': '0 second',
  },
  ja: {
    'た っ た 今': '0 second',
  },
  ko: {
    '방 금': '0 second',
    '방 금 전': '0 second',
    '하 루 전': '1 day',
    '이 틀 전': '2 day',
    '일 주 일 전': '1 week',
    '# 주 일 전': '# week',
    '한 달 전': '1 month',
    '두 달 전': '2 month',
    '일 년 전': '1 year',
    '한 시 간 전': '1 hour',
  },
};
