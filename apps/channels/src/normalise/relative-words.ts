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
  el: 'εναν ενας ενα μια',
  sk: 'jednym jednou',
  vi: 'mot',
  id: 'satu',
  hr: 'jedan jedna jednu jednog jedne',
  sr: 'један једна једну једног једне',
  'sr-Latn': 'jedan jedna jednu jednog jedne',
  sl: 'en ena eno enim',
  et: 'uks uhe',
  lv: 'viens viena vienu',
  lt: 'vienas viena viena',
  he: 'אחד אחת',
  hi: 'एक',
  nn: 'ein ei eit eitt',
};

/** Names of units that CLDR does not have. */
export const UNIT_NAMES: Readonly<Record<string, Readonly<Partial<Record<TimeUnit, string>>>>> = {
  ar: { second: 'ثواني', minute: 'دقايق', year: 'عام عاما أعوام' },
  bg: { day: 'дена' },
  cs: { second: 'vterinou vterinami vteriny' },
  el: { day: 'μερα μερες', year: 'χρονο χρονια χρονος' },
  et: { day: 'paev paeva' },
  hi: { week: 'हफ्ते हफ्ता', month: 'माह महीने', year: 'साल' },
  hr: { minute: 'minute', hour: 'sata', day: 'dana', week: 'tjedna', month: 'mjeseca', year: 'godine' },
  nn: { day: 'dag dagar', month: 'manader' },
  pl: { hour: 'godziny', day: 'dnia', week: 'tygodnia', month: 'miesiaca', year: 'roku' },
  ru: { minute: 'минуты', hour: 'часа', day: 'дня', week: 'недели', month: 'месяца', year: 'года' },
  sl: { day: 'dnem', week: 'tednom', month: 'mesece mesecem', year: 'leta letom' },
  sr: { minute: 'минуте', week: 'недељу', year: 'годину' },
  'sr-Latn': { minute: 'minute', week: 'nedelju', year: 'godinu' },
  uk: { minute: 'хвилини', hour: 'години', day: 'дня', week: 'тижня', month: 'місяця', year: 'року' },
};

/** Other wordings that Intl does not have, made of one that it has. */
export const REWORDED: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  fr: [[/^il y a/, 'il ya']],
  es: [[/^hace (# \S+)$/, '$1 atras']],
  ar: [[/^قبل/, 'منذ']],
  th: [
    [/ที่ผ่านมา$/, 'ที่แล้ว'],
    [/ที่แล้ว$/, 'ที่ผ่านมา'],
  ],
  pt: [[/^ha (# \S+)$/, '$1 atras']],
  nl: [[/^(# \S+) geleden$/, '$1 terug']],
  sv: [
    [/^for (# .+)$/, '$1'],
    [/^for (# .+) sedan$/, '$1 sen'],
  ],
  da: [[/^for (# .+)$/, '$1']],
  nb: [[/^for (# .+)$/, '$1']],
  nn: [[/^for (# .+) sidan$/, '$1 sidan']],
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
  et: [[/^(# .+) eest$/, '$1 tagasi']],
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
    'right now': '0 second',
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
    'gerade jetzt': '0 second',
    'gerade eben': '0 second',
    'vor # mon': '# month',
    'vor # t': '# day',
    'vor # j': '# year',
  },
  fr: {
    'il ya un instant': '0 second',
    'il y a un instant': '0 second',
    'a l instant': '0 second',
  },
  es: {
    'justo ahora': '0 second',
    'hace un momento': '0 second',
    antier: '2 day',
    'antes de ayer': '2 day',
    'ahora mismo': '0 second',
  },
  pt: {
    'ha pouco': '0 second',
    'ha segundos': '0 second',
    'agora mesmo': '0 second',
  },
  nl: {
    zojuist: '0 second',
    zonet: '0 second',
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
    'for et ojeblik siden': '0 second',
    'lige nu': '0 second',
  },
  nb: {
    'akkurat na': '0 second',
    '# dager siden': '# day',
    'for # dager siden': '# day',
    '# dag siden': '# day',
    'for # dag siden': '# day',
    'en dag siden': '1 day',
    'for en dag siden': '1 day',
  },
  pl: {
    'w tej chwili': '0 second',
    'przed chwila': '0 second',
    dzis: '0 day',
  },
  uk: {
    щоино: '0 second',
    щойно: '0 second',
    вчора: '1 day',
  },
  el: {
    'μολις τωρα': '0 second',
    'πριν απο # μερες': '# day',
    'πριν # μερες': '# day',
    'πριν απο # χρονια': '# year',
    'πριν # χρονια': '# year',
    'πριν απο ενα χρονο': '1 year',
    'πριν απο εναν χρονο': '1 year',
  },
  hi: {
    अभी: '0 second',
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
  it: {
    'proprio ora': '0 second',
    'poco fa': '0 second',
  },
  fi: {
    'juuri asken': '0 second',
    'juuri nyt': '0 second',
  },
  cs: {
    'prave ted': '0 second',
  },
  tr: {
    'az once': '0 second',
  },
  ru: {
    'только что': '0 second',
  },
  bg: {
    'току що': '0 second',
  },
  ro: {
    'chiar acum': '0 second',
  },
  ca: {
    'ara mateix': '0 second',
    'fa un moment': '0 second',
  },
  he: {
    'זה עתה': '0 second',
    הרגע: '0 second',
    'לפני שתי דקות': '2 minute',
  },
  lt: {
    'ka tik': '0 second',
  },
  sl: {
    ravnokar: '0 second',
  },
  hr: {
    'upravo sada': '0 second',
  },
  id: {
    'baru saja': '0 second',
  },
  vi: {
    'vua xong': '0 second',
  },
  sr: {
    'пре годину дана': '1 year',
    'пре месец дана': '1 month',
    'пре недељу дана': '1 week',
    'пре сат времена': '1 hour',
  },
  'sr-Latn': {
    'pre godinu dana': '1 year',
    'pre mesec dana': '1 month',
    'pre nedelju dana': '1 week',
    'pre sat vremena': '1 hour',
  },
  ar: {
    'منذ لحظات': '0 second',
    'منذ ثوان': '0 second',
    'منذ عامين': '2 year',
    'قبل عامين': '2 year',
  },
};
