import { schemaSite } from '../builders/schema/schema-site';

export const glossGenius = schemaSite({
  typeId: 100,
  slug: 'glossgenius',
  label: 'GlossGenius',
  aliases: ['gloss_genius'],
  category: 'beauty',
  logo: ['G', '#7b61ff'],
  hosts: ['.glossgenius.com'],
  urlExample: 'https://acme-salon.glossgenius.com/',
  page: 'your booking site',
  urls: [
    /^https?:\/\/(?!(?:www|app|api|blog|help|join)\.)(?<id>[a-z0-9][a-z0-9-]{1,61})\.glossgenius\.com(?:[/?#]|$)/i,
  ],
  pageOf: ({ id }) => `https://${id}.glossgenius.com/`,
});
