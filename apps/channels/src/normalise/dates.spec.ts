import cases from './dates.cases.json';
import { dateOrderOf, parseDate, parseFileDate, settlePostedOn } from './dates';

const NOW = new Date('2026-11-21T12:00:00Z');

function read(value: unknown): string | null {
  const parsed = parseDate(value, NOW);
  return parsed && `${parsed.date.toISOString()} ${parsed.precision}`;
}

describe('parseDate for the dates of pages, feeds and files', () => {
  const CASES: readonly { text: string; now?: string; want: string | null; note?: string }[] = cases;

  it.each(CASES)('reads $text as $want', ({ text, now, want, note }) => {
    const parse = note?.includes('CSV') ? parseFileDate : parseDate;
    const iso = parse(text, now === undefined ? NOW : new Date(now))?.date.toISOString() ?? null;
    expect(iso?.replace('T', ' ').slice(0, want?.length) ?? null).toBe(want);
  });
});

describe('parseDate for exact dates', () => {
  it.each([
    ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.000Z second'],
    ['2026-01-05T10:00:00.123456789Z', '2026-01-05T10:00:00.000Z second'],
    ['2026-09-14T04:24:23-07:00', '2026-09-14T11:24:23.000Z second'],
    ['2026-01-05T10:00:00+0000', '2026-01-05T10:00:00.000Z second'],
    ['2026-01-05T10:00:00', '2026-01-05T10:00:00.000Z second'],
    ['2026-01-05 10:00', '2026-01-05T10:00:00.000Z second'],
    ['2026-01-05', '2026-01-05T00:00:00.000Z day'],
    ['2025-06-03T24:00:00Z', '2025-06-04T00:00:00.000Z second'],
    ['2025-06-03T24:00+02:00', '2025-06-03T22:00:00.000Z second'],
    ['Jun-25', '2025-06-01T00:00:00.000Z month'],
    ['2026-05', '2026-05-01T00:00:00.000Z month'],
    ['1641289688', '2022-01-04T09:48:08.000Z second'],
    [1_641_289_688, '2022-01-04T09:48:08.000Z second'],
    [1_641_289_688_123, '2022-01-04T09:48:08.123Z second'],
    ['Mon, 05 Jan 2026 10:00:00 +0200', '2026-01-05T08:00:00.000Z second'],
    ['03/04/2026', '2026-04-03T00:00:00.000Z day'],
    ['04/13/2026', '2026-04-13T00:00:00.000Z day'],
    ['20.10.2025', '2025-10-20T00:00:00.000Z day'],
    ['20-10-2025 14:05', '2025-10-20T14:05:00.000Z second'],
    ['20.10.2025, 14:05:30', '2025-10-20T14:05:30.000Z second'],
    ['2026-01-05T10:00:00,5 UTC', '2026-01-05T10:00:00.000Z second'],
    ['2026-01-05  10:00 gmt', '2026-01-05T10:00:00.000Z second'],
    ['2569-01', '2026-01-01T00:00:00.000Z month'],
    ['٢٠٢٦-٠١-٠٥', '2026-01-05T00:00:00.000Z day'],
    ['5/1/2569', '2026-01-05T00:00:00.000Z day'],
    ['20260105', '2026-01-05T00:00:00.000Z day'],
    ['20260105T101500Z', '2026-01-05T10:15:00.000Z second'],
    ['20050418T2300-0700', '2005-04-19T06:00:00.000Z second'],
    ['2005-04-18T2300-0700', '2005-04-19T06:00:00.000Z second'],
    ['2024-05-03T1405Z', '2024-05-03T14:05:00.000Z second'],
    ['2024-05-03t140530+01:00', '2024-05-03T13:05:30.000Z second'],
    ['2024-05-03 1405', '2024-05-03T14:05:00.000Z second'],
    ['20260105101500', '2026-01-05T10:15:00.000Z second'],
    ['1641289688123456', '2022-01-04T09:48:08.123Z second'],
    ['/Date(1641289688123+0100)/', '2022-01-04T09:48:08.123Z second'],
    ['2026-01-05T10:00:00+01:00[Europe/Berlin]', '2026-01-05T09:00:00.000Z second'],
    ['2026-01-05 10:00:00 +0000 UTC', '2026-01-05T10:00:00.000Z second'],
    ['2026.01.05', '2026-01-05T00:00:00.000Z day'],
    ['3. 6. 2025', '2025-06-03T00:00:00.000Z day'],
    ['2025. 6. 3.', '2025-06-03T00:00:00.000Z day'],
    ['06/2025', '2025-06-01T00:00:00.000Z month'],
    ['1/31/99', '1999-01-31T00:00:00.000Z day'],
    ['24. 6. 30.', '2024-06-30T00:00:00.000Z day'],
    ['10/02/18, 15.12', '2018-02-10T15:12:00.000Z second'],
    ['Reviewed on 31/01/2024', '2024-01-31T00:00:00.000Z day'],
    ['31/01/2024 à 17h12', '2024-01-31T17:12:00.000Z second'],
    ['03.06.2025, 14.05', '2025-06-03T14:05:00.000Z second'],
    ['2025/6/3 下午2:05', '2025-06-03T14:05:00.000Z second'],
    ['12/31/2025 12:05 AM', '2025-12-31T00:05:00.000Z second'],
    ['12/31/2025 12:05 p. m.', '2025-12-31T12:05:00.000Z second'],
  ])('reads %j as %s', (input, expected) => {
    expect(read(input)).toBe(expected);
  });
});

describe('parseDate for dates in words', () => {
  it.each([
    ['March 3, 2026', '2026-03-03T00:00:00.000Z day'],
    ['Edited March 3, 2026', '2026-03-03T00:00:00.000Z day'],
    ['3. März 2026', '2026-03-03T00:00:00.000Z day'],
    ['3 de marzo de 2026', '2026-03-03T00:00:00.000Z day'],
    ['1 août 2026', '2026-08-01T00:00:00.000Z day'],
    ['5 марта 2026 г.', '2026-03-05T00:00:00.000Z day'],
    ['28&nbsp;mai 2024', '2024-05-28T00:00:00.000Z day'],
    ['3.&amp;nbsp;M&auml;rz&#160;2024', '2024-03-03T00:00:00.000Z day'],
    ['2026年3月5日', '2026-03-05T00:00:00.000Z day'],
    ['May 2026', '2026-05-01T00:00:00.000Z month'],
    ['3rd of June, 2025', '2025-06-03T00:00:00.000Z day'],
    ['le 1er juin 2025', '2025-06-01T00:00:00.000Z day'],
    ['3º de junho de 2025', '2025-06-03T00:00:00.000Z day'],
    ['Written by April, 3 June 2025', '2025-06-03T00:00:00.000Z day'],
    ['by May on June 3, 2025', '2025-06-03T00:00:00.000Z day'],
    ['mar 3 jun 2025', '2025-06-03T00:00:00.000Z day'],
    ['Edited June 3, 2025, 5 of 5', '2025-06-03T00:00:00.000Z day'],
    ['2024-Jan-31', '2024-01-31T00:00:00.000Z day'],
    ['3 tháng 12, 2024', '2024-12-03T00:00:00.000Z day'],
    ['2025. gada 3. jūnijs', '2025-06-03T00:00:00.000Z day'],
    ['3 ธ.ค. 2568', '2025-12-03T00:00:00.000Z day'],
    ['3 listopada 2025', '2025-11-03T00:00:00.000Z day'],
    ['3. listopada 2025.', '2025-10-03T00:00:00.000Z day'],
    ['3. led 2025', '2025-01-03T00:00:00.000Z day'],
    ['5:12 PM - Jun 3, 2025', '2025-06-03T17:12:00.000Z second'],
    ['Jun 3, 2025, 5:12\u202FPM', '2025-06-03T17:12:00.000Z second'],
    ['June 3, 2025 5 p.m.', '2025-06-03T17:00:00.000Z second'],
    ['3. juni 2025 kl. 17.12', '2025-06-03T17:12:00.000Z second'],
    ['3. Juni 2025, 17.12 Uhr', '2025-06-03T17:12:00.000Z second'],
    ['10:15 am 3. Juni 2025', '2025-06-03T10:15:00.000Z second'],
    ['2025년 6월 3일 오후 2시 5분', '2025-06-03T14:05:00.000Z second'],
    ['Tue Jun 3 14:16:38 UTC 2025', '2025-06-03T14:16:38.000Z second'],
    ['Tue Jun 03 2025 14:16:38 GMT+0200 (Central European Summer Time)', '2025-06-03T12:16:38.000Z second'],
    ['Tue, 03 Jun 2025 14:16:38 CEST', '2025-06-03T12:16:38.000Z second'],
    ['3 June 2025 14:16 (PDT)', '2025-06-03T21:16:00.000Z second'],
    // India, Ireland and Israel have an IST. Only the day is known.
    ['Tue, 03 Jun 2025 14:16:38 IST', '2025-06-03T00:00:00.000Z day'],
    ['Rated 4.50 - June 3, 2025', '2025-06-03T00:00:00.000Z day'],
  ])('reads %j as %s', (input, expected) => {
    expect(read(input)).toBe(expected);
  });
});

describe('parseDate for a number before a month', () => {
  it.each([
    ['4/5 - June 2025', '2025-06-01'],
    ['10/10 Juni 2025', '2025-06-01'],
    ['8.5 - June 2025', '2025-06-01'],
    ['8,5 June 2025', '2025-06-01'],
    ['Rating: 5, June 2025', '2025-06-01'],
    ['Chambre 12 - juin 2025', '2025-06-01'],
    ['Size 38, June 2025', '2025-06-01'],
    ['Helpful (3) June 2025', '2025-06-01'],
    ['Rated 5, June 25', null],
  ])('reads no day from %j', (input, month) => {
    expect(read(input)).toBe(month && `${month}T00:00:00.000Z month`);
  });

  it.each([
    '5 June 2025',
    '5. Juni 2025',
    '5.Juni 2025',
    '5-June-2025',
    '5 / juin / 2025',
    '5 - June - 2025',
    '5 de junio de 2025',
    '5th of June, 2025',
    '4/5 - June 5, 2025',
    'Room 12 - 5 June 2025',
    'Mai - 5 June 2025',
    'Rated 4 - 05.06.2025',
  ])('reads the day of %j', (input) => {
    expect(read(input)).toBe('2025-06-05T00:00:00.000Z day');
  });
});

describe('parseDate for a number behind a date', () => {
  it.each([
    'June 3, 2025 9.20/10',
    'June 3, 2025 4.50',
    'June 3, 2025 12.50',
    'June 3, 2025, 10.00',
    '3 June 2025 12.50 EUR',
    '3 June 2025, 12.50 €',
    '3 June 2025 1.10.12',
    '3 June 2025, 10.20 out of 20',
    'June 3, 2025 at 9.20/10',
    'June 3, 2025 2 h of play',
    '3 June 2025 - 12h of use',
    '3 juin 2025 - 12 h de jeu',
  ])('reads no time from %j', (input) => {
    expect(read(input)).toBe('2025-06-03T00:00:00.000Z day');
  });

  it.each([
    '3 Jun 2025, 17.12',
    '03.06.2025 17.12',
    '3. juni 2025 kl. 17.12',
    'June 3, 2025 5.12 PM',
    '3. juni 2025 17.12',
    '3. jun. 2025, 17.12.00 UTC',
    '3 juin 2025 à 17h12',
    '03-JUN-25 05.12.00.000000000 PM',
  ])('reads the time of %j', (input) => {
    expect(read(input)).toBe('2025-06-03T17:12:00.000Z second');
  });

  it.each(['3 juin 2025 à 17 h par Ann', '3 juin 2025, 17 h'])('reads the hour of %j', (input) => {
    expect(read(input)).toBe('2025-06-03T17:00:00.000Z second');
  });
});

describe('parseDate for a range', () => {
  it.each([
    '3-5 June 2025',
    '3 – 5 June 2025',
    '3rd to 5th June 2025',
    '12.–14. Juni 2021',
    'vom 3. bis 5. Juni 2025',
    'du 3 au 5 juin 2025',
    'del 3 al 5 de junio de 2025',
    'Jun 3 – Jun 5, 2025',
    '3 June - 5 June 2025',
    'May/June 2025',
    'May - June 2025',
    'June 12-14, 2021',
    '12.-14.06.2021',
    'vom 3. bis 5.6.2025',
  ])('reads no date from %j', (input) => {
    expect(read(input)).toBeNull();
  });
});

describe('parseDate for relative dates', () => {
  it.each([
    ['2 weeks ago', '2026-11-07T12:00:00.000Z relative'],
    ['a month ago', '2026-10-21T12:00:00.000Z relative'],
    ['vor 3 Tagen', '2026-11-18T12:00:00.000Z relative'],
    ['il y a un mois', '2026-10-21T12:00:00.000Z relative'],
    ['hace 3 días', '2026-11-18T12:00:00.000Z relative'],
    ['há 3 dias', '2026-11-18T12:00:00.000Z relative'],
    ['3日前', '2026-11-18T12:00:00.000Z relative'],
    ['2週間前', '2026-11-07T12:00:00.000Z relative'],
    ['yesterday', '2026-11-20T12:00:00.000Z relative'],
    ['Edited yesterday', '2026-11-20T12:00:00.000Z relative'],
    ['the day before yesterday', '2026-11-19T12:00:00.000Z relative'],
    ['Reviewed a month ago on Google', '2026-10-21T12:00:00.000Z relative'],
    ['Posted 2 days ago by Ann', '2026-11-19T12:00:00.000Z relative'],
    ['5 reviews · 2 weeks ago', '2026-11-07T12:00:00.000Z relative'],
    ['about 2 months ago', '2026-09-21T12:00:00.000Z relative'],
    ['two years ago', '2024-11-21T12:00:00.000Z relative'],
    ['1 year, 2 months ago', '2025-09-21T12:00:00.000Z relative'],
    ['1年2个月前', '2025-09-21T12:00:00.000Z relative'],
    ['3w', '2026-10-31T12:00:00.000Z relative'],
    ['2y', '2024-11-21T12:00:00.000Z relative'],
    ['5 d', '2026-11-16T12:00:00.000Z relative'],
    ['il y a plus d’un an', '2025-11-21T12:00:00.000Z relative'],
    ['il y a environ 2 mois', '2026-09-21T12:00:00.000Z relative'],
    ['hier à 17h12', '2026-11-20T17:12:00.000Z relative'],
    ['gestern um 17:12 Uhr', '2026-11-20T17:12:00.000Z relative'],
    ['vor einem Jahr', '2025-11-21T12:00:00.000Z relative'],
    ['letzte Woche', '2026-11-14T12:00:00.000Z relative'],
    ['há um mês', '2026-10-21T12:00:00.000Z relative'],
    ['um mês atrás', '2026-10-21T12:00:00.000Z relative'],
    ['en månad sedan', '2026-10-21T12:00:00.000Z relative'],
    ['viikko sitten', '2026-11-14T12:00:00.000Z relative'],
    ['před měsícem', '2026-10-21T12:00:00.000Z relative'],
    ['месяц назад', '2026-10-21T12:00:00.000Z relative'],
    ['місяць тому', '2026-10-21T12:00:00.000Z relative'],
    ['bir ay önce', '2026-10-21T12:00:00.000Z relative'],
    ['egy hónapja', '2026-10-21T12:00:00.000Z relative'],
    ['πριν από 2 μήνες', '2026-09-21T12:00:00.000Z relative'],
    ['قبل شهرين', '2026-09-21T12:00:00.000Z relative'],
    ['לפני שבועיים', '2026-11-07T12:00:00.000Z relative'],
    ['两个星期前', '2026-11-07T12:00:00.000Z relative'],
    ['二十三天前', '2026-10-29T12:00:00.000Z relative'],
    ['3ヶ月前に投稿', '2026-08-21T12:00:00.000Z relative'],
    ['한 달 전', '2026-10-21T12:00:00.000Z relative'],
    ['일주일 전', '2026-11-14T12:00:00.000Z relative'],
  ])('reads %j as %s', (input, expected) => {
    expect(read(input)).toBe(expected);
  });
});

describe('parseDate for an amount beside a relative date', () => {
  it.each([
    ['Stayed 3 days, 2 weeks ago', '2026-11-07'],
    ['Stayed 3 days 2 weeks ago', '2026-11-07'],
    ['60 min, 2 days ago', '2026-11-19'],
    ['Séjour de 3 jours, il y a 2 semaines', '2026-11-07'],
    ['Séjour de 2 semaines, il y a 3 jours', '2026-11-18'],
    ['Used for 3 months, 2 weeks ago', null],
    ['il y a 2 semaines, 3 jours de séjour', null],
    ['hace 2 semanas, 3 días de estancia', null],
    ['il y a 3 ans et demi', null],
    ['hace 3 años y medio', null],
    ['Posted 1 year, 2 months ago', '2025-09-21'],
    ['5 stars · 1 year, 2 months ago', '2025-09-21'],
    ['1 year and a month ago', '2025-10-21'],
    ['for 1 år, 2 måneder siden', '2025-09-21'],
    ['vor 1 Jahr und 2 Monaten bewertet', '2025-09-21'],
    ['hace 1 año y 2 meses', '2025-09-21'],
    ['Rated 5/5 2 weeks ago', '2026-11-07'],
    ['Rating 5 - 2 weeks ago', '2026-11-07'],
    ['1,234 days ago', '2023-07-06'],
  ])('reads %j as %s', (input, day) => {
    expect(read(input)).toBe(day && `${day}T12:00:00.000Z relative`);
  });

  it.each([
    'Bought 3 years ago',
    'Joined 3 years ago',
    'Company founded 20 years ago',
    'Member since 3 years ago',
    'Owned for 3 years ago',
    'Acheté il y a 3 ans',
    'Gekauft vor 3 Jahren',
    '3 years ago I bought this',
  ])('reads no date from %j, which is not the one of the review', (input) => {
    expect(read(input)).toBeNull();
  });

  it.each([
    'Bought and reviewed 2 weeks ago',
    'Verified purchase · 2 weeks ago',
    'Purchased here · 2 weeks ago',
    'hace dos semanas',
    'avaliação há 2 semanas',
  ])('reads the date of %j', (input) => {
    expect(read(input)).toBe('2026-11-07T12:00:00.000Z relative');
  });

  it.each([
    ['вчора', '2026-11-20'],
    ['afgelopen week', '2026-11-14'],
    ['vor 2 Mon.', '2026-09-21'],
  ])('reads %j as %s', (input, day) => {
    expect(read(input)).toBe(`${day}T12:00:00.000Z relative`);
  });
});

describe('parseDate for relative dates that people inflect otherwise than Intl', () => {
  it.each([
    ['vor 2 Tage', '2026-11-19'],
    ['1 неделя назад', '2026-11-14'],
    ['меньше месяца назад', '2026-10-21'],
    ['близько тижня тому', '2026-11-14'],
    ['około miesiąca temu', '2026-10-21'],
    ['pred 2 dni', '2026-11-19'],
    ['1 kuu tagasi', '2026-10-21'],
    ['πριν ένας μήνας', '2026-10-21'],
    ['منذ يومان', '2026-11-19'],
    ['منذ شهر', '2026-10-21'],
    ['قبل 11 شهراً', '2025-12-21'],
    ['לפני כשנה', '2025-11-21'],
    ['३ हफ्ते पहले', '2026-10-31'],
    ['sebulan yang lalu', '2026-10-21'],
    ['seminggu lalu', '2026-11-14'],
    ['2 हफ़्ते पहले', '2026-11-07'],
    ['Ann wrote a review yesterday', '2026-11-20'],
    ['pre godinu dana', '2025-11-21'],
    ['prije 2 sedmice', '2026-11-07'],
    ['2 veker sidan', '2026-11-07'],
    ['约2个月前', '2026-09-21'],
    ['1年以上前', '2025-11-21'],
    ['fa més d’un any', '2025-11-21'],
    ['il y a quelques secondes', '2026-11-21'],
    ['несколько минут назад', '2026-11-21'],
    ['az önce', '2026-11-21'],
    ['birkaç gün önce', null],
    ['через 2 недели', null],
  ])('reads %j as %s', (input, day) => {
    expect(read(input)).toBe(day && `${day}T12:00:00.000Z relative`);
  });

  it.each(['Hier gekauft', 'Ma bello', 'tänä vuonna', '22.355 hours ago', 'before yesterday', '11p', '2 u'])(
    'returns null for %j',
    (input) => {
      expect(read(input)).toBeNull();
    },
  );

  it.each(['il y a 2 jours à 17h05', 'vor 2 Tagen, 17h05', '2 days ago at 5.05 pm'])(
    'reads the time of %j',
    (input) => {
      expect(read(input)).toBe('2026-11-19T17:05:00.000Z relative');
    },
  );
});

describe('parseDate for a text in which other things have dates', () => {
  it.each([
    ['Avis du 06/01/2024, suite à une expérience du 05/01/2024', '2024-01-06'],
    ['Visited June 3, 2024, reviewed January 6, 2025', '2025-01-06'],
    ['Gekauft am 1.12.2023, bewertet am 6.1.2024', '2024-01-06'],
    ['Posted January 6, 2024 (edited June 5, 2024)', '2024-01-06'],
    ['Date of stay: December 2023 • Written January 6, 2024', '2024-01-06'],
    ['Member since June 2019 · 6 January 2024', '2024-01-06'],
    ['Version 1.2.2024, 6 January 2024', '2024-01-06'],
    ['Suite 2023, 6 January 2024', '2024-01-06'],
    ['Date of experience: January 06, 2024', '2024-01-06'],
    ['Last edited on 6 January 2024', '2024-01-06'],
    ['Bewertung v. 12.05.2024', '2024-05-12'],
    ['Joined June 3, 2019', null],
    ['Joined June 3, 2019 May 5', null],
    ['Valid until 3 June 2024', null],
    ['v2024.1.5', null],
    ['ISBN 3-12-2024', null],
    ['+49 30 12.05.2024', null],
    ['2 hours delivery', null],
  ])('reads %j as %s', (input, day) => {
    expect(read(input)?.slice(0, 10) ?? null).toBe(day);
  });

  it('reads the first of several relative dates, if the others are of later changes', () => {
    expect(read('posted 2 weeks ago, edited 3 days ago')).toBe('2026-11-07T12:00:00.000Z relative');
    expect(read('3 months ago · Response from the owner 2 weeks ago')).toBe(
      '2026-08-21T12:00:00.000Z relative',
    );
  });
});

describe('parseDate for days and times as other programs write them', () => {
  it.each([
    ['2020-07-20+08:00', '2020-07-20T00:00:00.000Z day'],
    ['06/May/2008:15:04:05 -0700', '2008-05-06T22:04:05.000Z second'],
    ['2012:03:19 10:11:59', '2012-03-19T10:11:59.000Z second'],
    ['20240227T21:26:01.123456789', '2024-02-27T21:26:01.000Z second'],
    ['2017-07-19T03:21:51:897+0100', '2017-07-19T02:21:51.000Z second'],
    ["31 jan. '24", '2024-01-31T00:00:00.000Z day'],
    ['June 3, 2025 at 11 am UTC+02:45', '2025-06-03T08:15:00.000Z second'],
    ['June 3, 2025 at 11 AM JST', '2025-06-03T02:00:00.000Z second'],
    ['Bewertet mit 5 am 03.06.2025', '2025-06-03T00:00:00.000Z day'],
    ['7-го января 2016', '2016-01-07T00:00:00.000Z day'],
    ['7:e januari 2016', '2016-01-07T00:00:00.000Z day'],
    ['3r de maig 2016', '2016-05-03T00:00:00.000Z day'],
    ['25ste april 2016', '2016-04-25T00:00:00.000Z day'],
    ['5-star June 2025', '2025-06-01T00:00:00.000Z month'],
    ['11 juill. 2016', '2016-07-11T00:00:00.000Z day'],
    ['14 берез. 2016 р.', '2016-03-14T00:00:00.000Z day'],
    ['25. septembar 2016.', '2016-09-25T00:00:00.000Z day'],
    ['٧ كانون الثاني ٢٠١٦', '2016-01-07T00:00:00.000Z day'],
    ['11 Φεβρουαρίου 2016 2:05 ΜΜ', '2016-02-11T14:05:00.000Z second'],
    ['११ फ़रवरी २०१६, शाम ५:०५ बजे', '2016-02-11T17:05:00.000Z second'],
    ['11 février 2016 à 2 h 05 p.m.', '2016-02-11T14:05:00.000Z second'],
    ['3 de junio de 2025 a las 5:12 de la tarde', '2025-06-03T17:12:00.000Z second'],
    ['3 juin 2025 à 5 h 12 du matin', '2025-06-03T05:12:00.000Z second'],
  ])('reads %j as %s', (input, expected) => {
    expect(read(input)).toBe(expected);
  });
});

describe('parseDate for anything else', () => {
  it.each([
    '',
    'soon',
    '31/02/2026',
    '2026-13-01',
    '1994-12-31',
    '1970-01-01T00:00:00Z',
    '2026-11-23',
    '2026-01-05T10:00:00+15:00',
    '31/01-2026',
    'Room 12',
    '45322',
    'in 2 days',
    'dans 2 jours',
    'über 2 weeks',
    '2-3 weeks ago',
    '2 or 3 weeks ago',
    '1.5 years ago',
    'birkaç ay önce',
    '几个月前',
    'several months ago',
    'half an hour ago',
    'a week before yesterday',
    '1-2-3',
    'this year',
    // A month in Spanish, a minute in English.
    '5m',
    // The first number is the year in Korea, and the day in Croatia.
    '05. 6. 12.',
    // The year may be the first or the last number.
    '24/02/01',
    '25/03/05',
    '25.06.03',
    '2025-06-03T24:01:00Z',
    'Jun 25',
    'iPhone 15 Pro 2025',
    'Version 1.2.3',
    'Tuesday',
    '3 constructor 2025',
    '3 June',
    'June 3, 2025 or July 5, 2025',
    '10 August - 12 September',
    '24 October 10 o clock',
    '23. März 18.37 Uhr',
    '01/05/2026 - 05/05/2026',
    '2026-01-05 25:00',
    '3 June 2025 10:61',
    '2026-W05',
    null,
    {},
    Number.NaN,
  ])('returns null for %p', (input) => {
    expect(read(input)).toBeNull();
  });
});

describe('parseDate', () => {
  it.each([
    ['2026-10-04T00:00:00Z', 'day'],
    ['2026-10-04 00:00:00', 'day'],
    ['2026-10-04T00:00:00.000+00:00', 'day'],
    ['2026-10-04T00:00:01Z', 'second'],
    ['2026-10-04T00:00:00+02:00', 'second'],
    ['2026-10', 'month'],
  ])('reads %s with the precision %s, because programs write midnight behind a day', (text, precision) => {
    expect(parseDate(text, new Date('2026-11-01T00:00:00Z'))?.precision).toBe(precision);
  });

  it('keeps a day that has begun only east of UTC', () => {
    const now = new Date('2026-10-03T20:00:00Z');
    const day = { date: new Date('2026-10-04T00:00:00Z'), precision: 'day' };
    expect(parseDate('2026-10-04', now)).toEqual(day);
    expect(parseDate('4 October 2026', now)).toEqual(day);
    expect(parseDate('2026-10-05', now)).toBeNull();
  });

  it('returns now for a time up to a day ahead, which only a time zone explains', () => {
    expect(read('2026-11-22T11:00:00')).toBe('2026-11-21T12:00:00.000Z second');
  });
});

describe('parseDate with an order', () => {
  it('reads a date of numbers in that order only', () => {
    const day = (text: string, order: 'dmy' | 'mdy') =>
      parseDate(text, NOW, order)?.date.toISOString().slice(0, 10) ?? null;
    expect(day('8/1/2020', 'mdy')).toBe('2020-08-01');
    expect(day('8/1/2020', 'dmy')).toBe('2020-01-08');
    expect(day('8/1/20 2:05 PM', 'mdy')).toBe('2020-08-01');
    expect(day('24/02/01', 'dmy')).toBe('2001-02-24');
    expect(day('8/13/2020', 'dmy')).toBeNull();
    expect(day('13/8/2020', 'mdy')).toBeNull();
    expect(day('2020-08-01', 'mdy')).toBe('2020-08-01');
    expect(day('3 June 2020', 'mdy')).toBe('2020-06-03');
  });
});

describe('dateOrderOf', () => {
  it.each([
    [['8/1/2020', '8/13/2020'], 'mdy'],
    [['8/1/2020', '13/8/2020'], 'dmy'],
    [['8/1/20', '8/31/20 2:05 PM'], 'mdy'],
    [['Reviewed on 13.08.2020', '8.1.2020'], 'dmy'],
    [['8/1/2020', '8/12/2020'], null],
    [['8/13/2020', '13/8/2020'], null],
    [['2020-08-13', '2020/13/01', '99/99/2024', null, 5, {}], null],
    [['24/02/01', '25/03/05'], null],
    [['24/02/01', '1/31/24'], 'mdy'],
    [['24/02/01', '31/01/24'], 'dmy'],
    // In the other order, the date lies ahead.
    [['11/12/2026', '10/02/2026', '9/8/2026'], 'mdy'],
    [['12/11/2026', '9/8/2026'], 'dmy'],
    [['11/12/2026', '13/08/2026'], 'dmy'],
    [['11/12/2026', '12/11/2026'], null],
    [['11/12/2025', '21/11/2026'], 'dmy'],
    [['12/12/2026', '11/12/2027'], null],
    [[], null],
  ])('of %j is %s', (texts, order) => {
    expect(dateOrderOf(texts, NOW)).toBe(order);
  });
});

describe('parseFileDate', () => {
  it.each([
    ['45322', '2024-01-31T00:00:00.000Z day'],
    [' 45322.587 ', '2024-01-31T14:05:17.000Z second'],
    ['45322,587', '2024-01-31T14:05:17.000Z second'],
    ['45322,587,1', null],
    ['12345', null],
    ['99999', null],
    ['1/31/2024', '2024-01-31T00:00:00.000Z day'],
  ])('reads %j as %s', (text, expected) => {
    const parsed = parseFileDate(text, NOW);
    expect(parsed && `${parsed.date.toISOString()} ${parsed.precision}`).toBe(expected);
  });
});

describe('settlePostedOn', () => {
  const second = (text: string) => ({ date: new Date(text), precision: 'second' as const });
  const relative = (text: string) => ({ date: new Date(text), precision: 'relative' as const });

  it('keeps the earlier date, because some platforms replace the date of an edited review', () => {
    const first = second('2026-01-01T00:00:00Z');
    expect(settlePostedOn(first, second('2026-05-01T00:00:00Z'))).toBe(first);
    const earlier = second('2025-12-31T00:00:00Z');
    expect(settlePostedOn(first, earlier)).toBe(earlier);
  });

  it('replaces a relative date with an exact one, and never the other way round', () => {
    const first = relative('2026-01-01T00:00:00Z');
    expect(settlePostedOn(first, relative('2025-12-30T00:00:00Z'))).toBe(first);
    const exact = second('2026-02-01T00:00:00Z');
    expect(settlePostedOn(first, exact)).toBe(exact);
  });
});

describe('a hostile text', () => {
  it.each([
    `1${' '.repeat(1_000_000)}x`,
    `1${' '.repeat(1_000_000)}utx`,
    '1'.repeat(1_000_000),
    `2 weeks ago${' '.repeat(150)}.`,
  ])('that is much longer than a date is not read as one', (text) => {
    expect(parseDate(text, NOW)).toBeNull();
  });

  it.each([
    '1 ',
    'a ',
    '1.',
    '12:00 ',
    'mar ',
    '1/',
    '2 weeks ',
    '3 - ',
    '3 jun - ',
    '3 d, ',
    '24/02/01 ',
    '年',
    '(',
    '1:',
    'p. m. ',
    '\uFDFA',
  ])('of many %j takes no more than 10 ms of processor time', (part) => {
    const text = part.repeat(120).slice(0, 120);
    parseDate(text, NOW);
    const { user } = process.cpuUsage();
    for (let run = 0; run < 20; run++) parseDate(text, NOW);
    expect(process.cpuUsage().user - user).toBeLessThan(20 * 10_000);
  });
});
