import type { TimeUnit } from './calendar';

/** Words for one, which Intl writes as a number: "a month ago", "vor einem Jahr". */
export const ONE: Readonly<Record<string, string>> = {
  ...{ en: 'a an one', de: 'ein eine einem einer einen', fr: 'un une', es: 'un una', pt: 'um uma' },
  ...{ it: 'un una uno', nl: 'een', sv: 'en ett', da: 'en et', nb: 'en et ett', fi: 'yksi', tr: 'bir' },
  ...{ pl: 'jeden jedna', cs: 'jednim jednou', ru: 'один одну', uk: 'один одну', bg: 'един една едно' },
  ...{ hu: 'egy', ro: 'un o', ca: 'un una', el: 'εναν ενα μια', sk: 'jednym jednou', vi: 'mot', id: 'satu' },
};

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

/** Abbreviations and words of pages in English and of other ones that Intl does not have. */
export const MORE: Readonly<Record<string, readonly (readonly [string, TimeUnit, number | null])[]>> = {
  en: [
    ...(
      [
        ['second', 's sec secs'],
        ['minute', 'm min mins'],
        ['hour', 'h hr hrs'],
        ['day', 'd'],
        ['week', 'w wk wks'],
        ['month', 'mo mos mon mons mth mths'],
        ['year', 'y yr yrs'],
      ] as const
    ).flatMap(([unit, words]) => words.split(' ').map((word) => [`# ${word} ago`, unit, null] as const)),
    ['just now', 'second', 0],
    ['moments ago', 'second', 0],
    ['a moment ago', 'second', 0],
    ['a few seconds ago', 'second', 0],
    ['the day before yesterday', 'day', 2],
    ['a couple of days ago', 'day', 2],
    ['a couple of weeks ago', 'week', 2],
    ['a couple of months ago', 'month', 2],
    ['a couple of years ago', 'year', 2],
  ],
  de: [['gerade eben', 'second', 0]],
  fr: [['a l instant', 'second', 0]],
  es: [
    ['antier', 'day', 2],
    ['antes de ayer', 'day', 2],
    ['ahora mismo', 'second', 0],
  ],
  pt: [['agora mesmo', 'second', 0]],
  it: [['l altro ieri', 'day', 2]],
  sv: [
    ['igar', 'day', 1],
    ['idag', 'day', 0],
    ['just nu', 'second', 0],
  ],
  da: [['lige nu', 'second', 0]],
  nb: [
    ...['# dager siden', 'for # dager siden', '# dag siden', 'for # dag siden'].map(
      (phrase) => [phrase, 'day', null] as const,
    ),
    ['en dag siden', 'day', 1],
    ['for en dag siden', 'day', 1],
  ],
  el: [
    ['πριν απο # μερες', 'day', null],
    ['πριν # μερες', 'day', null],
    ['πριν απο # χρονια', 'year', null],
    ['πριν # χρονια', 'year', null],
    ['πριν απο ενα χρονο', 'year', 1],
    ['πριν απο εναν χρονο', 'year', 1],
  ],
  hi: [['# महीने पहले', 'month', null]],
  pl: [['dzis', 'day', 0]],
  zh: [['刚 刚', 'second', 0]],
  'zh-Hant': [['剛 剛', 'second', 0]],
  ja: [['た っ た 今', 'second', 0]],
  ko: [
    ['방 금', 'second', 0],
    ['방 금 전', 'second', 0],
    ['하 루 전', 'day', 1],
    ['이 틀 전', 'day', 2],
    ['일 주 일 전', 'week', 1],
    ['# 주 일 전', 'week', null],
    ['한 달 전', 'month', 1],
    ['두 달 전', 'month', 2],
    ['한 시 간 전', 'hour', 1],
  ],
};
