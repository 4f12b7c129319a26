import { schemaSite } from '../builders/schema-site';

export const avvo = schemaSite({
  typeId: 92,
  slug: 'avvo',
  label: 'Avvo',
  aliases: [],
  category: 'professionals',
  logo: ['A', '#00447b'],
  ratingScale: 5,
  hosts: ['www.avvo.com'],
  urlExample: 'https://www.avvo.com/attorneys/90001-ca-jane-example-1234567.html',
  page: 'your profile as a lawyer',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?avvo\.com\/attorneys\/(?<name>[\w-]+-\d+)(?:\/reviews)?(?:\.html)?(?:[/?#]|$)/i,
      yes: [
        'https://www.avvo.com/attorneys/90001-ca-jane-example-1234567.html',
        'https://avvo.com/attorneys/90001-ca-jane-example-1234567/reviews.html?page=2',
      ],
      no: [
        'https://www.avvo.com/divorce-lawyer/tx/austin.html',
        'https://www.avvo.com.example.org/attorneys/90001-ca-jane-example-1.html',
      ],
    },
  ],
  pageOf: ({ name }) => `https://www.avvo.com/attorneys/${name}.html`,
});
