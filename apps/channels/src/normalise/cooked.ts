import { escapeHtml, truncate } from '@plaudit/runtime/content';
import { Parser } from 'htmlparser2';

/** Characters of a post that are read. Discourse allows 32,000 before it cooks them. */
const MAX_COOKED = 100_000;
/** Files of a post that are read. */
const MAX_FILES = 50;

/** Classes of pictures that are no pictures of the author. */
const DECORATION = /(?:^|\s)(?:avatar|site-icon|thumbnail|[\w-]+-thumbnail)(?:\s|$)/;
const EMOJI = /(?:^|\s)emoji(?:\s|$)/;
const QUOTE = /(?:^|\s)quote(?:\s|$)/;
const LIGHTBOX = /(?:^|\s)lightbox(?:\s|$)/;
/** Stands for a picture that is no longer there. */
const NO_PICTURE = /\/images\/transparent\.png/;

interface CookedFile {
  type: 'image' | 'video' | 'audio';
  url: string;
}

/** What a post says: HTML without what only shows files or the words of others, and the files. */
interface CookedPost {
  html: string;
  media: CookedFile[];
}

/**
 * Reads the HTML that Discourse cooks of a post. Pictures, videos and sounds become media, a picture in its full size. An emoji
 * becomes its name, `:heart:`. Quotes of other posts and the file names and sizes below pictures are left out.
 */
export function readCooked(cooked: unknown): CookedPost {
  return new CookedReader(typeof cooked === 'string' ? truncate(cooked, MAX_COOKED) : '').read();
}

/** An element that is left out. */
interface LeftOut {
  name: string;
  /** How many elements of this name are open, itself included. */
  open: number;
  plays: 'video' | 'audio' | null;
}

class CookedReader {
  private readonly media: CookedFile[] = [];
  private readonly kept: string[] = [];
  /** Where the part begins that is not written yet. */
  private at = 0;
  private leftOut: LeftOut | null = null;
  /** How many asides are open. They show what a link leads to. */
  private asides = 0;
  private readonly parser = new Parser({
    onopentag: (name, attributes) => this.open(name, attributes),
    onclosetag: (name) => this.close(name),
  });

  constructor(private readonly html: string) {}

  read(): CookedPost {
    this.parser.end(this.html);
    this.kept.push(this.html.slice(this.at));
    return { html: this.kept.join(''), media: this.media };
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.leftOut) return this.openInside(this.leftOut, name, attributes);
    const { class: classes = '', src = '', href = '' } = attributes;
    if (name === 'aside') this.asides++;
    if (name === 'aside' && QUOTE.test(classes)) this.leaveOut(name);
    else if (name === 'a' && LIGHTBOX.test(classes)) this.leaveOut(name, 'image', href);
    else if (name === 'video' || name === 'audio') this.leaveOut(name, name, src);
    else if (name === 'img') this.picture(attributes);
    else this.add('video', attributes['data-video-src'] ?? '');
  }

  private openInside(left: LeftOut, name: string, { src = '' }: Readonly<Record<string, string>>): void {
    if (name === left.name) left.open++;
    if (name === 'source' && left.plays) this.add(left.plays, src);
  }

  private close(name: string): void {
    if (name === 'aside' && this.asides > 0) this.asides--;
    if (this.leftOut?.name !== name || --this.leftOut.open > 0) return;
    this.leftOut = null;
    this.at = this.parser.endIndex + 1;
  }

  private leaveOut(name: string, type?: CookedFile['type'], url = ''): void {
    if (type) this.add(type, url);
    this.write('');
    this.leftOut = { name, open: 1, plays: type === 'image' ? null : (type ?? null) };
  }

  private picture({ class: classes = '', src = '', alt = '' }: Readonly<Record<string, string>>): void {
    if (EMOJI.test(classes)) this.write(escapeHtml(alt));
    else if (this.asides === 0 && !DECORATION.test(classes) && !NO_PICTURE.test(src)) this.add('image', src);
  }

  /** Writes what stands before the current tag, and this in place of the tag. */
  private write(html: string): void {
    this.kept.push(this.html.slice(this.at, this.parser.startIndex), html);
    this.at = this.parser.endIndex + 1;
  }

  private add(type: CookedFile['type'], url: string): void {
    if (url !== '' && this.media.length < MAX_FILES) this.media.push({ type, url });
  }
}
