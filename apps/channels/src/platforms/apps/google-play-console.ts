import { type JsonObject, type Path, textAt, votesAt } from '../builders/json-paths';
import { cursorAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import { errorOfServiceAccount, headersOfServiceAccount } from './service-account';

const API = 'https://androidpublisher.googleapis.com/androidpublisher/v3/applications';
const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
const PAGE_SIZE = 100;
const MAX_COMMENTS = 4;

const meta = platformMeta({
  typeId: 10,
  slug: 'google_play_console',
  label: 'Google Play Console',
  aliases: ['play_console', 'android_publisher'],
  category: 'apps',
  logo: ['P', '#0f9d58'],
  method: 'credentials',
  proof: { kind: 'recording', year: 2017 },
  hosts: ['androidpublisher.googleapis.com', 'oauth2.googleapis.com'],
  rate: { perSecond: 1, burst: 3, crawls: 4 },
  required: ['access_token', 'stores'],
  instructions:
    'Create a service account in Google Cloud, enable the Google Play Android Developer API there, and invite the account in the ' +
    'Play Console with the permission to view app information. Paste its JSON key file as the access key, or ' +
    '<client_email>:<private_key>. Enter the package names of your apps under "Locations or stores". Google gives the reviews ' +
    'with a text of the last week, with your replies. Import older ones as CSV.',
  caps: { order: 'none', paging: 'cursor', ownerReply: true, plain: true },
  stores: {
    re: /^(?=.{3,150}$)[a-zA-Z]\w*(?:\.\w+)+$/,
    what: 'the package name of an app',
    example: 'com.acme.notes',
    max: 20,
  },
  maxPages: 1_000,
});

/** Where a review has a field of a comment. Its list has the comment of the user and that of the developer. */
const inComments = (path: string): Path =>
  Array.from({ length: MAX_COMMENTS }, (_, index) => `comments.${index}.${path}`);

const USER_TEXT = inComments('userComment.text');

export const googlePlayConsole = storesPlatform<string, { reviews?: JsonObject[] }>({
  meta,

  errors: {
    403: {
      FORBIDDEN_PLAN:
        'The service account may not read the reviews. Enable the Google Play Android Developer API, and let the account ' +
        'view app information in the Play Console.',
    },
    404: { NOT_FOUND: 'Google Play has no such app. Check the package names in stores.' },
  },

  errorOf: errorOfServiceAccount,
  headers: (ctx) => headersOfServiceAccount(meta, SCOPE, ctx),

  // The API has no names of apps. Reading one review shows that the account may read them.
  aboutStore: {
    request: (app) => ({ url: `${API}/${app}/reviews`, query: { maxResults: 1 } }),
    name: (_body, app) => app,
    url: (app) => `https://play.google.com/store/apps/details?id=${app}`,
  },

  request: ({ partition, cursor }) => ({
    url: `${API}/${partition}/reviews`,
    query: { maxResults: PAGE_SIZE, token: cursor ?? undefined },
  }),

  // Without reviews, the list is absent.
  rows: ({ reviews }) => reviews ?? [],
  next: cursorAt('tokenPagination.nextPageToken'),

  review: {
    id: 'reviewId',
    author: 'authorName',
    // The title ends with a tab, if there is one.
    title: (row) => /^([^\t]*)\t/.exec(textAt(row, USER_TEXT))?.[1],
    text: (row) => textAt(row, USER_TEXT).replace(/^[^\t]*\t/, ''),
    rating: inComments('userComment.starRating'),
    // Seconds of Unix time.
    date: inComments('userComment.lastModified.seconds'),
    language: inComments('userComment.reviewerLanguage'),
    reply: {
      text: inComments('developerComment.text'),
      date: inComments('developerComment.lastModified.seconds'),
    },
    additional: {
      version: inComments('userComment.appVersionName'),
      helpful_votes: votesAt(inComments('userComment.thumbsUpCount')),
    },
  },
});
