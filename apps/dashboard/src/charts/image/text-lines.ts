/** A line of text and where it is in the window. */
export interface Line {
  text: string;
  box: DOMRect;
}

/** Returns the lines of an element's own text, without that of the elements in it. */
export function linesOf(element: Element): Line[] {
  return [...element.childNodes].flatMap((node) => (node instanceof Text ? linesOfText(node) : []));
}

/** A browser tells where each word is. Words of the same height are one line. */
function linesOfText(node: Text): Line[] {
  const lines: { from: number; to: number; top: number }[] = [];
  for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
    const { top } = boxOf(node, index, index + word.length);
    const last = lines.at(-1);
    if (last?.top === top) last.to = index + word.length;
    else lines.push({ from: index, to: index + word.length, top });
  }
  return lines.map(({ from, to }) => ({
    text: node.data.slice(from, to).replaceAll(/\s+/g, ' '),
    box: boxOf(node, from, to),
  }));
}

function boxOf(node: Text, from: number, to: number): DOMRect {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  return range.getBoundingClientRect();
}
