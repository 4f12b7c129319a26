/**
 * The icon of the package `simple-icons` that is the mark of a platform. The package ships it without a licence of its own, and no
 * objection of its owner to such a use is known.
 */
export const MARKED: Readonly<Record<string, string>> = {
  atlassian_marketplace: 'atlassian',
  booking: 'bookingdotcom',
  chrome_web_store: 'chromewebstore',
  discourse: 'discourse',
  envato: 'envato',
  etsy: 'etsy',
  expedia: 'expedia',
  facebook: 'facebook',
  firefox_addons: 'firefox',
  g2: 'g2',
  glassdoor: 'glassdoor',
  google_business: 'google',
  google_maps: 'google',
  help_scout: 'helpscout',
  homeadvisor: 'homeadvisor',
  hotels_com: 'hotelsdotcom',
  houzz: 'houzz',
  indeed: 'indeed',
  intercom: 'intercom',
  jetbrains_marketplace: 'jetbrains',
  kununu: 'kununu',
  product_hunt: 'producthunt',
  rss: 'rss',
  shopify_app_store: 'shopify',
  steam: 'steam',
  surveymonkey: 'surveymonkey',
  thumbtack: 'thumbtack',
  wordpress_org: 'wordpress',
  wordpress_plugin: 'wordpress',
  zendesk: 'zendesk',
  zillow: 'zillow',
};

/** The most characters of a path. A longer one would cost a page more than the mark is worth. */
export const MAX_MARK_LENGTH = 1_500;

interface Lettered {
  reason: string;
  platforms: readonly string[];
}

/** Why letters stand for the other platforms. The numbers are those of public issues and pull requests. */
export const LETTERED: readonly Lettered[] = [
  {
    reason: 'Apple permits its marks only on request (simple-icons, issue 12378).',
    platforms: ['app_store', 'app_store_connect'],
  },
  {
    reason: 'Google permits the mark in one colour only on request (simple-icons, issue 14164).',
    platforms: ['google_play', 'google_play_console'],
  },
  {
    reason: 'Microsoft had its marks removed from simple-icons (issue 11236).',
    platforms: ['microsoft_store', 'vscode_marketplace'],
  },
  {
    reason: 'simple-icons no longer ships the mark, because Amazon gave no permission (pull request 13056).',
    platforms: ['amazon'],
  },
  {
    reason: 'Tripadvisor had its mark removed from Font Awesome (issue 18180).',
    platforms: ['tripadvisor'],
  },
  {
    reason: 'Airbnb had its mark removed from the pages of a project (trinodb/trino.io, pull request 339).',
    platforms: ['airbnb'],
  },
  {
    reason: 'Its guidelines ask for permission, and its mark is a star, which would look like a rating.',
    platforms: ['trustpilot'],
  },
  { reason: 'Its mark is a seal that only certified shops may show.', platforms: ['trusted_shops'] },
  {
    reason: 'The path of its mark has more than 1,500 characters.',
    platforms: ['typeform', 'woocommerce', 'yelp', 'zomato'],
  },
  {
    reason: 'Its mark is a word, which nobody can read at 16 pixels.',
    platforms: ['ebay', 'foursquare'],
  },
  { reason: 'It is no brand.', platforms: ['csv', 'website_schema'] },
  {
    reason: 'simple-icons has no mark of it.',
    platforms: [
      'angi',
      'appsumo',
      'avvo',
      'bark',
      'bazaarvoice',
      'bbb',
      'booksy',
      'capterra',
      'delighted',
      'ekomi',
      'feefo',
      'findlaw',
      'freetobook',
      'fresha',
      'freshdesk',
      'getapp',
      'getyourguide',
      'glossgenius',
      'gorgias',
      'healthgrades',
      'hostelworld',
      'judge_me',
      'junip',
      'justia',
      'kiyoh',
      'klaviyo_reviews',
      'loox',
      'okendo',
      'open_vsx',
      'opentable',
      'productreview_au',
      'ratemds',
      'realtor_com',
      'reviews_io',
      'site_reviews',
      'sitejabber',
      'software_advice',
      'stamped',
      'the_knot',
      'viator',
      'vitals',
      'vrbo',
      'webmd',
      'webwinkelkeur',
      'weddingwire',
      'yell',
      'yellowpages',
      'yotpo',
      'zocdoc',
      'zola',
    ],
  },
];

/** Returns why letters stand for a platform, or null if it has a mark. */
export function reasonForLetters(platform: string): string | null {
  return LETTERED.find(({ platforms }) => platforms.includes(platform))?.reason ?? null;
}
