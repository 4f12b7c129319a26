import { schemaSite } from '../builders/schema-site';

export const chromeWebStore = schemaSite({
  typeId: 81,
  slug: 'chrome_web_store',
  label: 'Chrome Web Store',
  aliases: ['chrome'],
  category: 'extensions',
  logo: ['C', '#1a73e8'],
  ratingScale: 5,
  hosts: ['chromewebstore.google.com'],
  urlExample: 'https://chromewebstore.google.com/detail/acme-notes/abcdefghijklmnopabcdefghijklmnop',
  page: 'the page of your extension',
  urls: [
    {
      re: /^https?:\/\/(?:chromewebstore\.google\.com|chrome\.google\.com\/webstore)\/detail\/(?:[^/?#]+\/)?(?<id>[a-p]{32})(?:[/?#]|$)/i,
      yes: [
        'https://chromewebstore.google.com/detail/acme-notes/abcdefghijklmnopabcdefghijklmnop/reviews?hl=de',
        'https://chrome.google.com/webstore/detail/abcdefghijklmnopabcdefghijklmnop',
      ],
      no: [
        'https://chromewebstore.google.com/category/extensions',
        'https://chromewebstore.google.com.example.org/detail/abcdefghijklmnopabcdefghijklmnop',
      ],
    },
  ],
  pageOf: ({ id }) => `https://chromewebstore.google.com/detail/${id}`,
});
