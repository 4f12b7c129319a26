import { schemaSite } from '../builders/schema/schema-site';

export const chromeWebStore = schemaSite({
  typeId: 81,
  slug: 'chrome_web_store',
  label: 'Chrome Web Store',
  aliases: ['chrome'],
  category: 'extensions',
  logo: ['C', '#1a73e8'],
  hosts: ['chromewebstore.google.com'],
  urlExample: 'https://chromewebstore.google.com/detail/acme-notes/abcdefghijklmnopabcdefghijklmnop',
  page: 'the page of your extension',
  urls: [
    /^https?:\/\/(?:chromewebstore\.google\.com|chrome\.google\.com\/webstore)\/detail\/(?:[^/?#]+\/)?(?<id>[a-p]{32})(?:[/?#]|$)/i,
  ],
  pageOf: ({ id }) => `https://chromewebstore.google.com/detail/${id}`,
});
