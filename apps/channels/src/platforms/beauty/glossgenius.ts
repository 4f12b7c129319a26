import { schemaSite } from '../builders/schema-site';

export const glossGenius = schemaSite({
  typeId: 100,
  slug: 'glossgenius',
  label: 'GlossGenius',
  aliases: ['gloss_genius'],
  category: 'beauty',
  logo: ['G', '#7b61ff'],
  ratingScale: 5,
  hosts: ['.glossgenius.com'],
  urlExample: 'https://acme-salon.glossgenius.com/',
  page: 'your booking site',
  urls: [
    {
      re: /^https?:\/\/(?!(?:www|app|api|blog|help|join)\.)(?<id>[a-z0-9][a-z0-9-]{1,61})\.glossgenius\.com(?:[/?#]|$)/i,
      yes: ['https://acme-salon.glossgenius.com/', 'http://acme-salon.glossgenius.com/services?x=1'],
      no: [
        'https://www.glossgenius.com/pricing',
        'https://glossgenius.com/pricing',
        'https://acme-salon.glossgenius.com.example.org/',
      ],
    },
  ],
  pageOf: ({ id }) => `https://${id}.glossgenius.com/`,
});
