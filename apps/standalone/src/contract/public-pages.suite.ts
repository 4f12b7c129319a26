import type { ProductWorld } from './product-world.suite';

/** Paths that lead nowhere. A stranger writes any word in the place of each `*`. */
export const MISSING_PAGES: readonly string[] = [
  '/*',
  '/w/*',
  '/w/nothing?lang=*',
  '/i/*',
  '/i/nothing?lang=*',
  '/i/templates/*',
  '/o/*.gif',
  '/u/*',
  '/hooks/*',
  '/hooks/sms/*',
  '/hooks/mail/*',
  '/oauth/callback/*?state=*&code=*',
  '/embed/v1/*',
  '/embed/v1/*.js',
  '/embed/v1/widgets/*.json',
  '/embed/v1/widgets/*.html',
  '/embed/v1/widgets/*.svg',
  '/embed/v1/widgets/*/reviews',
  '/embed/v1/img/*/*',
  '/embed/v1/oembed?url=*&format=*',
  '/docs/assets/*',
  '/app/api/*',
  '/public/v1/*',
  '/login/*',
  '/health/*',
];

/** Creates a widget and returns the paths of public pages that exist. A stranger writes any word in the place of each `*`. */
export async function publicPagesOf({ admin }: ProductWorld): Promise<string[]> {
  const { key } = await admin.post('/widgets/add', { body: { type: 'list', name: 'Words' } });
  const embed = `/embed/v1/widgets/${key}`;
  const inLanguages = [`/w/${key}`, `${embed}.html`, `${embed}.json`, `${embed}/reviews`].flatMap((path) =>
    ['lang=*', 'lang=*-AT', 'page_lang=*'].map((query) => `${path}?${query}`),
  );
  const others = ['/i/templates/classic', '/app', '/docs', '/docs/errors'].map((path) => `${path}?lang=*`);
  return [...inLanguages, ...others, `${embed}/reviews?platform=*`];
}
