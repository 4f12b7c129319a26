import { reasonForLetters } from '@plaudit/contracts/platform-marks';
import { neededKeyOf } from './availability';
import { CATEGORIES, type Category } from '../platforms/categories';
import type { Platform, PlatformMeta } from '../platforms/platform';

/** The paths from the root of the repository. */
export const PLATFORMS_PAGE_PATH = 'docs/platforms.md';
export const README_PATH = 'README.md';

const METHODS: Readonly<Record<PlatformMeta['method'], string>> = {
  url: 'URL',
  oauth: 'sign-in',
  credentials: 'key',
  dashboard: 'CSV file',
};

const PROOFS = { specification: 'the specification', documentation: 'documentation' } as const;

const TITLES: Readonly<Record<Category, string>> = {
  apps: 'App stores',
  beauty: 'Beauty',
  companies: 'Companies',
  employers: 'Employers',
  extensions: 'Extensions and plugins',
  health: 'Health',
  home_services: 'Home services',
  local: 'Local businesses',
  marketplaces: 'Marketplaces',
  professionals: 'Professionals',
  shops: 'Online shops',
  software: 'Software',
  support: 'Customer support',
  surveys: 'Surveys',
  travel: 'Travel and restaurants',
  website: 'Websites and files',
  weddings: 'Weddings',
};

const INTRODUCTION = `This page lists every type of channel: what to send to \`POST /channels/add\`, what is read, and how much of it.
\`GET /channels/types\` returns the same, and says which types the operator has set up.

**Id.** The number of the type, which filters of reports take as \`type\`. It is never reused.

**How.** URL: send the URL of the profile. Key: send a key of your own account as \`access_token\`. Sign-in: open the URL that
\`POST /channels/authorize_url\` returns. CSV file: import one with \`POST /channels/import\`, because the platform cannot be read.

**Needs.** Fields of \`POST /channels/add\` and settings of the operator, which are in capitals.

**Coverage.** All: every review is read, however old it is. Some: the platform shows only a part of its reviews, such as the
newest ones.

**Texts.** HTML is removed from a text: tags of its elements, comments, scripts. What only looks like a tag stays, such as
\`List<String>\`. A platform that delivers plain text is stored as it was typed; "plain texts" says so.

**Proven against.** What the adapter was checked with. A recording: responses of the platform that others recorded, of which every field
was compared; the year is that of the newest one, if it is known. The specification: what the vendor publishes of its API, or schema.org for a page that is
read by its markup. Documentation: descriptions and the code of other clients only. The less an adapter was proven, the more likely
a field is missing. Please open an issue with a response of your account then.`;

const MARKS = `Widgets, hosted pages and the dashboard show a platform by its mark, in one colour and beside its name. The marks are those of the package
[simple-icons](https://simpleicons.org), to which it adds no licence of its own. They are trademarks of their owners. Plaudit uses them
only to name where a review comes from; it is not connected with the owners, and they do not endorse it. Two letters stand for a platform
whose owner is known to object, or of which there is no suitable mark. \`libs/contracts/src/platform-marks\` has the choices. To change one
after a message of an owner, move the platform there and run \`npm run generate\`.`;

/** Returns `docs/platforms.md`. */
export function platformsPage(platforms: readonly Platform[]): string {
  const listed = CATEGORIES.filter((category) => platforms.some(({ meta }) => meta.category === category));
  return [
    '<!-- Generated from the metadata in apps/channels/src/platforms by `npm run generate`; edits are lost. -->',
    '# Platforms',
    INTRODUCTION,
    `The next new type gets the id ${Math.max(...platforms.map(({ meta }) => meta.typeId)) + 1}.`,
    ...listed.flatMap((category) => [
      `## ${TITLES[category]}`,
      table(
        [
          'platform',
          'type',
          'id',
          'how',
          'needs',
          'coverage',
          'what is read',
          'proven against',
          'how to connect',
        ],
        byLabel(platforms.filter(({ meta }) => meta.category === category)).map(rowOf),
        'short',
      ),
    ]),
    '## Marks',
    MARKS,
    table(['platform', 'shown as', 'why letters'], byLabel(platforms).map(markOf), 'short'),
    '',
  ].join('\n\n');
}

const SECTION = /<!-- generated: platforms -->\n[\s\S]*?<!-- end -->/;

/** Returns the README with its table of platforms brought up to date. Throws if it has no place for the table. */
export function withPlatforms(readme: string, platforms: readonly Platform[]): string {
  if (!SECTION.test(readme)) throw new Error(`${README_PATH} has no section "generated: platforms"`);
  const rows = byLabel(platforms).map(({ meta }) => [
    cell(meta.label),
    METHODS[meta.method],
    needsOf(meta),
    coverageOf(meta),
  ]);
  const text = table(['platform', 'how', 'needs', 'coverage'], rows, 'padded');
  return readme.replace(SECTION, () => `<!-- generated: platforms -->\n\n${text}\n\n<!-- end -->`);
}

function byLabel(platforms: readonly Platform[]): Platform[] {
  return platforms.toSorted((a, b) => a.meta.label.localeCompare(b.meta.label, 'en'));
}

function rowOf({ meta }: Platform): string[] {
  return [
    cell(meta.label),
    `\`${meta.slug}\``,
    String(meta.typeId),
    METHODS[meta.method],
    needsOf(meta),
    coverageOf(meta),
    readOf(meta),
    proofOf(meta),
    cell(meta.instructions),
  ];
}

function markOf({ meta }: Platform): string[] {
  const reason = reasonForLetters(meta.slug);
  return [cell(meta.label), reason === null ? 'mark' : 'letters', reason === null ? '–' : cell(reason)];
}

/** Returns the fields and settings that a channel needs, for example `` `url`, `GOOGLE_PLACES_API_KEY` ``. */
function needsOf(meta: PlatformMeta): string {
  const required = [...meta.required, ...settingsOf(meta)].map((name) => `\`${name}\``);
  const optional = meta.optional.map((name) => `\`${name}\``);
  const parts = [
    ...(required.length > 0 ? [required.join(', ')] : []),
    ...(optional.length > 0 ? [`optional ${optional.join(', ')}`] : []),
  ];
  return parts.join('; ') || '–';
}

/** Returns the settings of the operator without which no channel can be connected. */
function settingsOf(meta: PlatformMeta): string[] {
  const name = meta.slug.toUpperCase();
  if (meta.method === 'oauth') return [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`];
  const key = neededKeyOf(meta);
  return key === null ? [] : [key];
}

function coverageOf({ method, caps }: PlatformMeta): string {
  if (method === 'dashboard') return '–';
  return caps.fullHistory === true ? 'all' : 'some';
}

function readOf({ method, caps }: PlatformMeta): string {
  if (method === 'dashboard') return '–';
  const parts = [
    ...(caps.rating ? ['ratings'] : []),
    ...(caps.text ? [caps.plain ? 'plain texts' : 'texts'] : []),
    ...(caps.media ? ['photos'] : []),
    ...(caps.ownerReply ? ['replies'] : []),
  ];
  return parts.join(', ');
}

function proofOf({ proof }: PlatformMeta): string {
  if (proof === null) return '–';
  if (proof.kind !== 'recording') return PROOFS[proof.kind];
  return proof.year === undefined ? 'a recording' : `a recording (${proof.year})`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');
}

/** Returns a Markdown table. Padded columns are those that the formatter writes. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  form: 'padded' | 'short',
): string {
  const widest = (at: number): number => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0));
  const widths = head.map((_, at) => (form === 'padded' ? widest(at) : 3));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, at) => text.padEnd(form === 'padded' ? (widths[at] ?? 0) : 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
