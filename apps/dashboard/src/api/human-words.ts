/** What a person typed or can type: quoted values, the variables of templates, and addresses. It stays as it is. */
const TYPED = /("[^"]*"|\{\{[^}]*\}\}|https?:\/\/\S+|\S+@\S+)/;
/** A part of a message that is only for programs: a request of the API, or the setting of an operator. */
const FOR_PROGRAMS = /\b(?:GET|POST|PUT|PATCH|DELETE) \/|\b[A-Z]+(?:_[A-Z\d]+)+\b/;
const PATH = /\b[a-z_]+\[\d+\](?:\.[a-z_]+(?:\[\d+\])?)*/gi;
const NAME_WITH_LINES = /\b[a-z\d]+(?:_[a-z\d]+)+\b/gi;

/**
 * Returns a message of the API without what only programs understand. Names of fields become words: `invite_settings.delays[2].unit`
 * becomes "Unit". Returns null if nothing is left for a person.
 */
export function humanWords(msg: string, field: string | null = null): string | null {
  const named = !field ? msg : msg.replaceAll(field, () => lastName(field));
  const parts = named.split(/(?<=[.;:])\s+/).filter((part) => !FOR_PROGRAMS.test(untyped(part)));
  const text = parts
    .join(' ')
    .split(TYPED)
    .map((piece, index) => (index % 2 === 1 ? piece : plain(piece)))
    .join('')
    .trim()
    .replace(/[;:,]$/, '.');
  if (text === '') return null;
  return TYPED.exec(text)?.index === 0 ? text : `${text[0]?.toUpperCase()}${text.slice(1)}`;
}

function untyped(text: string): string {
  return text
    .split(TYPED)
    .filter((_, index) => index % 2 === 0)
    .join('');
}

function plain(text: string): string {
  return text
    .replaceAll('`', '')
    .replace(PATH, lastName)
    .replace(NAME_WITH_LINES, (name) => name.replaceAll('_', ' '));
}

/** Returns the last name of a path. An index says which of several, and a form has its own numbers for them. */
function lastName(path: string): string {
  return (
    path
      .replace(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? path
  );
}
