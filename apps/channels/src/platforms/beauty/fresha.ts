import { schemaSite } from '../builders/schema/schema-site';

export const fresha = schemaSite({
  typeId: 98,
  slug: 'fresha',
  label: 'Fresha',
  category: 'beauty',
  logo: ['F', '#0d1619'],
  hosts: ['www.fresha.com'],
  urlExample: 'https://www.fresha.com/a/acme-salon-london-1-example-street-abc123xy',
  page: 'the page of your salon',
  urls: [/^https?:\/\/(?:www\.)?fresha\.com\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?a\/(?<id>[\w-]+)/i],
  pageOf: ({ id }) => `https://www.fresha.com/a/${id}`,
});
