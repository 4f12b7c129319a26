import { schemaSite } from '../builders/schema/schema-site';

export const avvo = schemaSite({
  typeId: 92,
  slug: 'avvo',
  label: 'Avvo',
  category: 'professionals',
  logo: ['A', '#00447b'],
  hosts: ['www.avvo.com'],
  urlExample: 'https://www.avvo.com/attorneys/90001-ca-jane-example-1234567.html',
  page: 'your profile as a lawyer',
  urls: [
    /^https?:\/\/(?:www\.)?avvo\.com\/attorneys\/(?<name>[\w-]+-\d+)(?:\/reviews)?(?:\.html)?(?:[/?#]|$)/i,
  ],
  pageOf: ({ name }) => `https://www.avvo.com/attorneys/${name}.html`,
});
