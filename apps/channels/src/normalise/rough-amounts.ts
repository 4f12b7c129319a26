/** Words that make an amount less exact: "about 2 months ago", "il y a environ un an", "vor mehr als 2 Jahren". */
const ROUGH_WORDS = [
  'about|around|approximately|almost|nearly|over|more than|less than',
  'environ|plus de|moins de|presque|pres de|etwa|ca\\.?|circa|rund|ungefahr|fast|uber|mehr als|weniger als|knapp|gut',
  'alrededor de|aproximadamente|cerca de|mas de|menos de|casi|mais de|quase|piu di|meno di|quasi|ongeveer|bijna|meer dan|minder dan',
  'ungefar|omkring|cirka|over|mindre end|mindre enn|mindre an|mer an|mer enn|mere end|omtrent|nesten|naesten|nastan|noin|yli|alle|lahes',
  'okolo|około|ponad|prawie|mniej niz|priblizne|asi|vice nez|mene nez|mensi nez|temer|skoro|viac ako|viac nez|takmer|menej ako|menej nez',
  'около|примерно|почти|более|больше|менее|меньше|приблизно|близько|майже|понад|більше|менше|над|повече от|по-малко от|почти',
  'yaklasik|korulbelul|kb\\.?|majdnem|tobb mint|kevesebb mint|aproximativ|aproape|mai mult de|mai putin de|peste',
  'aproximadament|gairebe|quasi|oko|gotovo|priblizno|preko|vise od|manje od|око|скоро|преко|готово|више од|мање од|okoli|skoraj|vec kot|manj kot',
  'umbes|peaaegu|rohkem kui|vahem kui|ule|apmeram|gandriz|vairak neka|vairak ka|ilgak par|mazak neka|mazak par|apie|beveik|daugiau nei|maziau nei|virs',
  'περιπου|σχεδον|πανω απο|λιγοτερο απο|περισσοτερο απο|sekitar|kurang lebih|hampir|lebih dari|kurang dari|khoang|gan|hon',
  'حوالي|أكثر من|أقل من|ما يقرب من|ما يقارب|בערך|כמעט|יותר מ|מעל|लगभग|करीब',
].join('|');

/** The words before an amount, those of languages without blanks, and those behind it. */
export const ROUGHLY = new RegExp(
  `(?<![\\p{L}\\d])(?:${ROUGH_WORDS}) (?=[\\p{L}\\d])|(?<!\\p{L})(?:(?:plus|moins|mes|menys) d|presqu)'(?=un|\\d)|(?<=^fa )(?:mes|menys) de ` +
    '|(?:大约|大約|大概|约|約|およそ|將近|将近|超過|超过|약|거의|ประมาณ|เกือบ|มากกว่า) ?(?=[\\d一二两兩三四五六七八九十])' +
    '|(?<=לפני )(?:(?:יותר|פחות) מ|כ)[־-]?(?=[\\p{Script=Hebrew}\\d])| से (?:अधिक|ज्यादा|कम)(?= पहले)' +
    '|(?<=[年月日天週周時间間])(?:多|以上|近く)(?=前)|(?<=\\p{Script=Hangul}) (?:이상|가까이)(?= 전)| (?:تقريبا)(?=$)',
  'gu',
);

/** A few seconds or minutes ago is now. */
export const FEW = new RegExp(
  '(?<![\\p{L}\\d])(?:a few|few|some|several|quelques|ein paar|wenigen|einigen|unos|pocos|alguns|poucos|alcuni|qualche|een paar|enkele|nagra|noen|nokre|fa|' +
    'muutama|kilka|par|nekolika|несколько|кілька|декілька|няколко|неколико|nekoliko|birkac|cateva|nehany|uns|λιγα|μερικα|nekaj|mone?|moni|dazam|kelias|' +
    'beberapa|vai|כמה|מספר) (?=(?:se[ckg]|sek|сек|δευτ|שניות|saniye|masodp|min|мин|хв|λεπτ|perc|דקות|dakika|detik|giay))' +
    '|(?:几|幾|数|몇 ?|ไม่กี่)(?=[秒分초분]|วินาที|นาที)',
  'gu',
);

/** What makes an amount half a unit larger: "il y a 3 ans et demi". */
export const HALF = /^(?:demie?|half|halb(?:es)?|medi[oa]|mei[oa]|mezz[oa])$/;
