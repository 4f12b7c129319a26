/** A greeting or a signature has at most so many words. */
const MAX_WORDS = 8;
const GREETING_END = /[,:，]$/u;
const SENTENCE_END = /[.!?…。！？]["”»’)]*$/u;

/** Returns a reply without the greeting and the signature that a model adds in spite of its instructions. */
export function replyBody(reply: string): string {
  const lines = reply.split('\n');
  const [first = ''] = lines;
  if (lines.length > 1 && isShort(first) && GREETING_END.test(first)) lines.shift();
  while (lines.length > 1 && isSignature(lines.at(-1) as string)) lines.pop();
  const body = lines.join('\n').trim();
  return body.charAt(0).toUpperCase() + body.slice(1);
}

function isSignature(line: string): boolean {
  return line === '' || (isShort(line) && !SENTENCE_END.test(line));
}

function isShort(line: string): boolean {
  return line.split(/\s+/).length <= MAX_WORDS;
}
