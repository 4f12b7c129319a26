import { schemaSite } from '../builders/schema-site';

export const fresha = schemaSite({
  typeId: 98,
  slug: 'fresha',
  label: 'Fresha',
  aliases: [],
  category: 'beauty',
  logo: ['F', '#0d1619'],
  ratingScale: 5,
  hosts: ['www.fresha.com'],
  urlExample: 'https://www.fresha.com/a/acme-salon-london-1-example-street-abc123xy',
  page: 'the page of your salon',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?fresha\.com\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?a\/(?<id>[\w-]+)/i,
      yes: [
        'https://www.fresha.com/a/acme-salon-london-1-example-street-abc123xy/booking?menu=true',
        'https://fresha.com/de/a/acme-salon-abc123xy',
      ],
      no: [
        'https://www.fresha.com/lp/en/tt/nail-salons/in/gb-london',
        'https://www.fresha.com.example.org/a/acme-salon',
      ],
    },
  ],
  pageOf: ({ id }) => `https://www.fresha.com/a/${id}`,
});
