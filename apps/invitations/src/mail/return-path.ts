import { isAddress } from '@plaudit/outbound/mail';

const PLACEHOLDER = '{tag}';
/** As long as the tag of a request can be: an id and eight random characters. */
const LONGEST_TAG = `${'9'.repeat(15)}.${'x'.repeat(8)}`;
/** RFC 5321 allows no more characters before the @. */
const MAX_LOCAL_PART = 64;

/**
 * The address that mail servers send bounces to. Each mail has its own one, so that a bounce names its mail even if the server
 * returns nothing of it. Its tag has the random part of the Message-ID, which strangers do not know.
 */
export class ReturnPath {
  private readonly before: string;
  private readonly after: string;
  private readonly pattern: RegExp;

  /** `setting` is MAIL_RETURN_PATH: `bounces@example.com` stands for `bounces+{tag}@example.com`. */
  constructor(setting: string) {
    const [before = '', after = ''] = withPlaceholder(setting).split(PLACEHOLDER);
    this.before = before;
    this.after = after;
    const [start, end] = [before, after].map((text) => text.replace(/[^\w@]/g, String.raw`\$&`));
    this.pattern = new RegExp(`(?<![\\w.+-])${start}(\\d{1,15}\\.[a-z0-9]{8})${end}(?![\\w-]|\\.\\w)`, 'i');
  }

  /** Returns the address for a mail with this Message-ID. */
  addressFor(messageId: string): string {
    return `${this.before}${tagOf(messageId)}${this.after}`;
  }

  /** Returns the tag of the first of our return paths in the text, or null. */
  tagIn(text: string): string | null {
    return this.pattern.exec(text)?.[1]?.toLowerCase() ?? null;
  }
}

/** Returns null without MAIL_RETURN_PATH: then all mails have the same address for bounces. */
export function returnPathOf(setting: string | undefined): ReturnPath | null {
  return setting === undefined ? null : new ReturnPath(setting);
}

/** Returns what is wrong with MAIL_RETURN_PATH, as a sentence in a list. */
export function returnPathProblems(setting: string | undefined): string[] {
  if (setting === undefined) return [];
  const parts = withPlaceholder(setting).split(PLACEHOLDER);
  const longest = parts.join(LONGEST_TAG);
  const isValid = parts.length === 2 && parts[1]?.includes('@') && isAddress(longest);
  if (isValid && longest.lastIndexOf('@') <= MAX_LOCAL_PART) return [];
  return [
    'MAIL_RETURN_PATH must be an address of at most 39 characters before the @, such as bounces@bounce.example.com, ' +
      'or have {tag} where the name of the mail goes, such as bounces-{tag}@bounce.example.com',
  ];
}

function withPlaceholder(setting: string): string {
  return setting.includes(PLACEHOLDER) ? setting : setting.replace('@', `+${PLACEHOLDER}@`);
}

/** The Message-ID `inv.901.k3v9x2ab@example.com` has the tag `901.k3v9x2ab`. */
function tagOf(messageId: string): string {
  return messageId.slice(messageId.indexOf('.') + 1, messageId.indexOf('@'));
}
