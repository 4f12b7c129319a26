import type { Notice } from '../platforms/platform';

/** Returns a notice in words: how much could not be understood, an example, what it means and what helps. */
export function noticeMessage({ code, count, total, example }: Notice): string {
  const one = count === 1;
  switch (code) {
    case 'unreadable_dates':
      return sentences(
        `${ofAll(count, total, 'review')} ${one ? 'has' : 'have'} ${example === null ? 'no date' : `a date that cannot be read, such as "${example}"`}`,
        `${one ? 'It is' : 'They are'} shown without a date`,
        `If the page is yours, write its dates as 2026-01-31. Otherwise report an issue at Plaudit with ${example === null ? 'the address of the page' : 'this example'}`,
      );
    case 'broken_markup':
      return sentences(
        `${ofAll(count, total, 'JSON-LD block')} of the page cannot be read${example === null ? '' : `: ${example}`}`,
        `Reviews and ratings in ${one ? 'it' : 'them'} are missing here`,
        'Ask who maintains the page to correct it: the Rich Results Test of Google shows the same error',
      );
    case 'unreadable_rows':
      return sentences(
        `${ofAll(count, total, 'review')} cannot be read${example === null ? '' : `: ${example}`}`,
        'All others are collected',
        'Update Plaudit. If that does not help, report an issue with this message',
      );
  }
}

/** Returns `3 of 40 reviews`. */
function ofAll(count: number, total: number | null, noun: string): string {
  const all = total ?? count;
  return `${total === null ? count : `${count} of ${total}`} ${noun}${all === 1 ? '' : 's'}`;
}

function sentences(...texts: string[]): string {
  return texts.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ');
}
