import { schemaSite } from '../builders/schema-site';

export const sitejabber = schemaSite({
  typeId: 76,
  slug: 'sitejabber',
  label: 'SmartCustomer (Sitejabber)',
  aliases: ['smartcustomer', 'site_jabber'],
  category: 'companies',
  logo: ['S', '#f7931e'],
  ratingScale: 5,
  hosts: ['www.smartcustomer.com', 'www.sitejabber.com'],
  urlExample: 'https://www.smartcustomer.com/reviews/acme.example',
  page: 'the page with the reviews of your business',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?(?:smartcustomer|sitejabber)\.com\/reviews\/(?<id>[\w.-]+)/i,
      yes: [
        'https://www.smartcustomer.com/reviews/acme.example?page=2',
        'https://www.sitejabber.com/reviews/acme.example',
      ],
      no: [
        'https://www.smartcustomer.com/categories/bakeries',
        'https://www.sitejabber.com.example.org/reviews/acme.example',
      ],
    },
  ],
  pageOf: ({ id }) => `https://www.smartcustomer.com/reviews/${id}`,
});
