import { schemaSite } from '../builders/schema/schema-site';

export const sitejabber = schemaSite({
  typeId: 76,
  slug: 'sitejabber',
  label: 'SmartCustomer (Sitejabber)',
  aliases: ['smartcustomer', 'site_jabber'],
  category: 'companies',
  logo: ['S', '#f7931e'],
  hosts: ['www.smartcustomer.com', 'www.sitejabber.com'],
  urlExample: 'https://www.smartcustomer.com/reviews/acme.example',
  page: 'the page with the reviews of your business',
  urls: [/^https?:\/\/(?:www\.)?(?:smartcustomer|sitejabber)\.com\/reviews\/(?<id>[\w.-]+)/i],
  pageOf: ({ id }) => `https://www.smartcustomer.com/reviews/${id}`,
});
