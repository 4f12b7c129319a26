interface CutText {
  text: string;
  cut: boolean;
}

/** The text within `max` UTF-16 units, ended at a word where there is one in the last fifth, else between characters. */
export function cutText(text: string, max: number): CutText {
  if (text.length <= max) return { text, cut: false };
  const head = text.slice(0, max);
  const space = head.search(/\s\S*$/);
  const whole = space >= max * 0.8 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, '');
  return { text: `${whole.trimEnd()}…`, cut: true };
}
