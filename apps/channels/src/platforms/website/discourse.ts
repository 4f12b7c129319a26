import { readCooked } from '../../normalise/cooked';
import { collectedLine } from '../../normalise/text';
import { layoutChanged } from '../builders/api-errors';
import { readJson } from '../builders/api-request';
import { matchConfig, matchUrl } from '../builders/match-url';
import { platformMeta } from '../builders/platform-meta';
import { toReview } from '../builders/review-draft';
import type { Ctx } from '../context';
import { CrawlError, OtherForm } from '../crawl-error';
import {
  type NormalizedReview,
  normalizeRows,
  type OfficialFigures,
  type Page,
  type Platform,
  type ProfileInfo,
} from '../platform';

interface Post {
  id?: number;
  name?: string | null;
  username?: string;
  avatar_template?: string;
  created_at?: string;
  /** HTML. */
  cooked?: string;
  post_number?: number;
  post_type?: number;
  topic_id?: number;
  hidden?: boolean;
  user_deleted?: boolean;
  /** Set for a post that only the staff of the forum still sees. */
  deleted_at?: string | null;
}

interface Topic {
  id?: number;
  title?: string;
  post_stream?: { stream?: number[]; posts?: Post[] };
}

interface TopicList {
  topic_list?: { more_topics_url?: string | null; topics?: { id?: number; pinned?: boolean }[] };
}

/** `kind` is `t` for a topic and `c` for a category, as in its URL. */
interface ForumKey extends Readonly<Record<string, string>> {
  /** The URL of the forum without a closing slash. */
  base: string;
  kind: string;
  /** The number of a topic, or the path of a category: `reviews/12`. */
  id: string;
}

/** A post with what its page says of it. */
interface Row {
  post: Post;
  base: string;
  /** The title of the topic, for its first post only. */
  title: string;
}

/** Discourse sends at most this many posts of a request. */
const POSTS = 20;
/** Ids of posts of one topic that are kept. Discourse closes topics at 10,000 posts. */
const MAX_STREAM = 20_000;
/** Topics of a category whose first post is read for one page. Each is a request. */
const TOPICS = 10;
const MAX_LISTED = 100;
/** Ordinary posts. Others tell that a topic was closed or moved. */
const REGULAR = 1;

const meta = platformMeta({
  typeId: 56,
  slug: 'discourse',
  label: 'Discourse',
  aliases: ['forum', 'discourse_topic'],
  category: 'website',
  logo: ['D', '#231f20'],
  method: 'url',
  proof: { kind: 'recording', year: 2014 },
  hosts: 'any',
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  robots: 'api',
  urlExample: 'https://forum.example.com/t/what-do-you-think-of-acme/1234',
  instructions:
    'Paste the URL of a topic or of a category of a Discourse forum. Of a topic, every post is read. Of a category, the first post ' +
    'of every topic is read, except of pinned topics. Posts have no ratings. A picture of a post is read, a quote of another post is not. The topic or category must be public.',
  caps: { order: 'newest', paging: 'cursor', fullHistory: true, rating: false, media: true },
  urls: [
    /^(?<base>https?:\/\/[^/?#]+(?:\/[\w-]{1,50})?)\/(?<kind>t)\/(?:[^/?#]{1,300}\/)?(?<id>\d{1,15})(?=[/?#]|$)/,
    /^(?<base>https?:\/\/[^/?#]+(?:\/[\w-]{1,50})?)\/(?<kind>c)\/(?<id>(?:[^/?#]{1,100}\/){1,3}\d{1,15})(?=[/?#]|$)/,
  ],
  namedByType: true,
  maxPages: 2_000,
});

const FIGURES: OfficialFigures = { score: null, scoreScale: meta.ratingScale, reviews: null };

const match = (url: URL): ForumKey | null => matchUrl<ForumKey>(meta, url);

function readTopic(base: string, id: string, ctx: Ctx): Promise<Topic> {
  return readJson<Topic>(meta, { url: `${base}/t/${id}.json` }, ctx);
}

/** Returns the posts of a topic and its title. Throws LAYOUT_CHANGED if it has none. */
function contentOf({ title, post_stream: content }: Topic): {
  title: string;
  stream: number[];
  posts: Post[];
} {
  const { stream, posts } = content ?? {};
  if (!Array.isArray(stream) || !Array.isArray(posts)) throw layoutChanged(meta);
  const ids = stream.slice(0, MAX_STREAM).filter((id) => Number.isSafeInteger(id));
  if (ids.length === 0 && stream.length > 0) throw layoutChanged(meta);
  // A moved post keeps its id, so the newest posts have the highest ids.
  const sorted = ids.toSorted((a, b) => a - b);
  return { title: collectedLine(title, 500), stream: sorted, posts: posts.slice(0, POSTS) };
}

/** Reads the posts before the one in the cursor, the newest one first. */
async function readPosts(
  { base, id }: ForumKey,
  before: string | null,
  ctx: Ctx,
): Promise<Page<string, Row>> {
  const { title, stream, posts } = contentOf(await readTopic(base, id, ctx));
  const earlier = before === null ? stream : stream.filter((post) => post < Number(before));
  const wanted = earlier.slice(-POSTS);
  const known = new Map(posts.map((post) => [post?.id, post]));
  const read = wanted.every((post) => known.has(post)) ? posts : await requestPosts(base, id, wanted, ctx);
  const byId = new Map(read.map((post) => [post?.id, post]));
  const rows = wanted
    .toReversed()
    .map((post) => byId.get(post))
    .filter((post) => post !== undefined)
    .map((post) => ({ post, base, title: post.post_number === 1 ? title : '' }));
  return { rows, next: earlier.length > POSTS ? String(wanted[0]) : null };
}

async function requestPosts(base: string, topic: string, ids: readonly number[], ctx: Ctx): Promise<Post[]> {
  const request = { url: `${base}/t/${topic}/posts.json`, query: { 'post_ids[]': ids } };
  const { post_stream: content } = await readJson<Topic>(meta, request, ctx);
  if (!Array.isArray(content?.posts)) throw layoutChanged(meta);
  return content.posts.slice(0, POSTS);
}

/** Where reading a category continues: the page of its list, whether there is another page, and topics that are not read yet. */
interface Position {
  page: number;
  hasMore: boolean;
  topics: readonly number[];
}

function positionOf(cursor: string | null): Position {
  const [page = '', hasMore = '', topics = ''] = (cursor ?? '0').split(':');
  return {
    page: Number(page) || 0,
    hasMore: hasMore === 'more',
    topics: topics.split(',').filter(Boolean).map(Number),
  };
}

/** Returns the cursor of the topics that are left, of the next page of the list, or null. */
function cursorOf({ page, hasMore, topics }: Position): string | null {
  if (topics.length > 0) return `${page}:${hasMore ? 'more' : 'last'}:${topics.join(',')}`;
  return hasMore ? `${page + 1}` : null;
}

/** Reads a page of the list of topics, the newest one first. Pinned topics are announcements of the forum. */
async function readList({ base, id }: ForumKey, page: number, ctx: Ctx): Promise<Position> {
  const query = { order: 'created', page };
  const { topic_list: list } = await readJson<TopicList>(
    meta,
    { url: `${base}/c/${id}/l/latest.json`, query },
    ctx,
  );
  if (!Array.isArray(list?.topics)) throw layoutChanged(meta);
  if (list.topics.length > 0 && !list.topics.some((topic) => Number.isSafeInteger(topic?.id)))
    throw layoutChanged(meta);
  const topics = list.topics
    .slice(0, MAX_LISTED)
    .filter((topic) => topic?.pinned !== true && Number.isSafeInteger(topic?.id))
    .map(({ id: topic }) => topic ?? 0);
  const hasMore =
    typeof list.more_topics_url === 'string' && list.more_topics_url !== '' && list.topics.length > 0;
  return { page, hasMore, topics };
}

/** Reads the first post of the next topics of a category. */
async function readCategory(key: ForumKey, cursor: string | null, ctx: Ctx): Promise<Page<string, Row>> {
  const resumed = positionOf(cursor);
  const position = resumed.topics.length > 0 ? resumed : await readList(key, resumed.page, ctx);
  const rows: Row[] = [];
  // One after another, because a forum limits requests strictly.
  for (const topic of position.topics.slice(0, TOPICS)) {
    const row = await firstPostOf(key.base, topic, ctx);
    if (row) rows.push(row);
  }
  return { rows, next: cursorOf({ ...position, topics: position.topics.slice(TOPICS) }) };
}

/** Returns the first post of a topic, or null if the topic was deleted after it was listed. */
async function firstPostOf(base: string, topic: number, ctx: Ctx): Promise<Row | null> {
  try {
    const { title, posts } = contentOf(await readTopic(base, String(topic), ctx));
    return posts.flatMap((post) => (post?.post_number === 1 ? [{ post, base, title }] : []))[0] ?? null;
  } catch (error) {
    if (error instanceof CrawlError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

async function nameOf({ base, kind, id }: ForumKey, ctx: Ctx): Promise<string> {
  if (kind === 't') return contentOf(await readTopic(base, id, ctx)).title;
  const url = `${base}/c/${numberOf(id)}/show.json`;
  const { category } = await readJson<{ category?: { name?: unknown } }>(meta, { url }, ctx);
  if (typeof category !== 'object' || category === null) throw layoutChanged(meta);
  return collectedLine(category.name, 191);
}

/** Returns the number at the end of the path of a topic or category. */
function numberOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

function reviewOf({ post, base, title }: Row, now: Date): NormalizedReview | null {
  if (!Number.isSafeInteger(post?.id)) throw new OtherForm('A post has no number');
  if (post.post_type !== undefined && post.post_type !== REGULAR) return null;
  const { id, name, username, avatar_template: avatar, topic_id: topic, post_number: number } = post;
  const { html, media } = readCooked(post.cooked);
  const draft = {
    id,
    author: name || username,
    authorImage: typeof avatar === 'string' ? avatar.replace('{size}', '96') : null,
    authorUrl:
      typeof username === 'string' && username !== '' ? `${base}/u/${encodeURIComponent(username)}` : null,
    title,
    text: html,
    media,
    url: `${base}/t/${String(topic)}/${String(number)}`,
    date: post.created_at,
    removed: post.hidden === true || post.user_deleted === true || typeof post.deleted_at === 'string',
  };
  return toReview(draft, { now, scale: meta.ratingScale, base });
}

export const discourse: Platform<ForumKey, string, Row> = {
  meta,
  match,

  async validate(config, ctx): Promise<ProfileInfo<ForumKey>> {
    const key = matchConfig(match, config);
    const msg = `This is not the URL of a topic or category of a Discourse forum. Send one such as ${meta.urlExample}.`;
    if (!key) throw new CrawlError('INVALID_PROFILE', msg);
    const url = `${key.base}/${key.kind}/${key.id}`;
    try {
      const name = (await nameOf(key, ctx)) || new URL(url).hostname;
      const identity = `${key.base} ${key.kind} ${numberOf(key.id)}`.slice(0, 500);
      return { key, identity, name, url, ...FIGURES, meta: null };
    } catch (error) {
      // Another forum may have the same form of URLs.
      if (error instanceof CrawlError && error.code === 'LAYOUT_CHANGED') {
        throw new CrawlError('INVALID_PROFILE', msg, {}, { cause: error });
      }
      throw error;
    }
  },

  profile: () => Promise.resolve(FIGURES),

  partitions: () => [''],

  async fetchPage({ key, cursor }, ctx) {
    return key.kind === 't' ? readPosts(key, cursor, ctx) : readCategory(key, cursor, ctx);
  },

  normalize: (rows, now) => normalizeRows(rows, (row) => reviewOf(row, now)),
};
