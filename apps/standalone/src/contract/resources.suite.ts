import type { PlauditClient } from '@plaudit/client';
import { eventually } from '@plaudit/testing';
import type { ProductWorld } from './product-world.suite';

/** How an object of a resource is created, and how its owner reads it. */
export interface Resource {
  make(owner: PlauditClient): Promise<number>;
  read(owner: PlauditClient, id: number): Promise<unknown>;
  /** Returns the id as paths have it. Without this function, it is the number. */
  idInPath?(owner: PlauditClient, id: number): Promise<string>;
}

const PASSWORD = 'correct horse battery staple';

type Resources = Readonly<Record<string, Resource>>;
type Outside = Pick<ProductWorld, 'outside' | 'world'>;

let count = 0;

/** Returns the resources that have operations with an id, by the beginning of their paths. */
export function resourcesOf(product: Outside): Resources {
  return {
    ...contentOf(product),
    ...publishingOf(product),
    ...INVITATIONS,
    ...fusesOf(product),
    ...ADMINISTRATION,
    ...appsOf(product),
  };
}

/** Returns bodies of operations that create something, for which `n` makes the values that must be unique. */
export function uniqueBodies(url: string, n: number): Readonly<Record<string, object>> {
  const review = { from_name: 'Adil Khan', text: `Number ${n}.`, posted_on: '2026-01-02' };
  return {
    'POST /reviews/add': review,
    'POST /reviews/add_bulk': { reviews: [review] },
    'POST /channels/add': { type: 'website_schema', url: `${url}/${n}` },
    'POST /invite/requests/add': { recipient: `guest${n}@example.com`, reference: `order-${n}` },
    'POST /invite/settings/add': { settings: { name: `Visit ${n}` } },
    'POST /invite/suppressions/add': { recipient: `nobody${n}@example.com` },
    'POST /webhooks/add': { url: `${url}/hook/${n}`, events: ['review.created'] },
    'POST /webhooks/rotate_secret/{id}': { grace_hours: 0 },
    'POST /users': { email: `person${n}@example.com`, password: PASSWORD },
    'POST /sources': { name: `Fair ${n}` },
    'POST /sources/add': { name: `Fair ${n}` },
    'POST /tags': { name: `Topic ${n}` },
    'POST /groups': { name: `Quarter ${n}` },
    'POST /channels/import': { type: 'csv', name: `Stall ${n}`, csv: `text,date\nFine ${n}.,2026-01-02` },
    'POST /channels/import/{id}': { csv: `text,date\nNumber ${n} in a file.,2026-01-02` },
    'POST /keys': { name: `Key ${n}`, role: 'user' },
  };
}

function contentOf(product: Outside): Resources {
  return {
    'reviews/views': {
      make: async (owner) => {
        const body = { name: `View ${(count += 1)}`, filters: { status: 'inbox' } };
        return (await owner.post('/reviews/views', { body })).view.id;
      },
      read: async (owner, id) => (await owner.get('/reviews/views')).items.find((one) => one.id === id),
    },
    reviews: reviewsOf(),
    'widgets/showing': reviewsOf(),
    ...channelsOf(product),
    tags: {
      make: async (owner) => (await owner.post('/tags', { body: { name: `Tag ${(count += 1)}` } })).id,
      read: async (owner, id) => (await owner.get('/tags')).items.find((one) => one.id === id),
    },
    groups: {
      make: async (owner) =>
        (await owner.post('/groups', { body: { name: `Place ${(count += 1)}` } })).group.id,
      read: async (owner, id) => (await owner.get('/groups')).groups.find((one) => one.id === id),
    },
    sources: {
      make: async (owner) => (await owner.post('/sources', { body: { name: `Source ${(count += 1)}` } })).id,
      read: async (owner, id) => (await owner.get('/sources')).items.find((one) => one.id === id),
    },
  };
}

function reviewsOf(): Resource {
  return {
    make: async (owner) => {
      const text = `Review number ${(count += 1)}.`;
      const body = { from_name: 'Ida', text, posted_on: '2026-01-02' };
      return (await owner.post('/reviews/add', { body })).id;
    },
    read: (owner, id) => owner.get('/reviews/get/{id}', { params: { path: { id } } }),
  };
}

function channelsOf(product: Outside): Resources {
  return {
    'channels/connections': {
      make: async (owner) =>
        (await owner.post('/channels/authorize_url', { body: { type: 'google_business' } })).connection_id,
      read: (owner, id) => owner.get('/channels/connections/{id}', { params: { path: { id } } }),
    },
    'channels/import': {
      make: async (owner) => {
        const body = { type: 'csv', name: `Stall no. ${(count += 1)}`, csv: 'rating,date\n5,2026-01-02' };
        const { channel } = await owner.post('/channels/import', { body });
        const id = channel?.id ?? 0;
        await eventually(
          () => owner.get('/channels/get/{id}', { params: { path: { id } } }),
          ({ collected_reviews }) => collected_reviews === 1,
          'the count of the imported review',
        );
        return id;
      },
      read: (owner, id) => owner.get('/channels/get/{id}', { params: { path: { id } } }),
    },
    channels: {
      make: async (owner) => {
        const url = `${product.outside.url}/${(count += 1)}`;
        const { channel } = await owner.post('/channels/add', { body: { type: 'website_schema', url } });
        await eventually(
          () => owner.get('/channels/get/{id}', { params: { path: { id: channel.id } } }),
          ({ crawling, collected_reviews }) => !crawling && collected_reviews === 1,
          'the end of the crawl',
        );
        return channel.id;
      },
      read: (owner, id) => owner.get('/channels/get/{id}', { params: { path: { id } } }),
    },
  };
}

/** Another operation has used the value of the example, which must be unique. */
export const OTHER_VALUES: Readonly<Record<string, object>> = {
  'PUT /webhooks/update/{id}': { url: 'https://hooks.example.com/other' },
  'POST /sources/add': { name: 'Guest book' },
  'PUT /sources/{id}': { name: 'Comment cards' },
  'PUT /groups/{id}': { name: 'Porto' },
  'POST /channels/import': { name: 'Second stall' },
  // The website of the example does not exist.
  'POST /channels/discover': { website: undefined, verify: false },
  'PUT /tags/{id}': { name: 'pastry' },
};

/** A body that is refused, for operations that create something and accept an empty body. */
export const REFUSED_BODIES: Readonly<Record<string, object>> = {
  'POST /webhooks/rotate_secret/{id}': { grace_hours: -1 },
};

/** The first attempt of a delivery. A change of a review is sent to the webhook. */
function attemptsOf(product: Outside): Resource {
  return {
    make: async (owner) => {
      const url = `${product.outside.url}/hook/${(count += 1)}`;
      const { id } = await owner.post('/webhooks/add', { body: { url, events: ['review.updated'] } });
      const path = { id };
      const review = { from_name: 'Ida', text: `Change ${count}.`, posted_on: '2026-01-02' };
      const added = await owner.post('/reviews/add', { body: review });
      await owner.put('/reviews/update/{id}', {
        params: { path: { id: added.id } },
        body: { text: `Changed ${count}.` },
      });
      const { deliveries } = await eventually(
        () => owner.get('/webhooks/deliveries/{id}', { params: { path } }),
        (log) => log.deliveries.length > 0,
        'the first attempt',
      );
      return deliveries[0]?.id ?? 0;
    },
    read: (owner, id) => owner.get('/webhooks/attempts/{id}', { params: { path: { id } } }),
  };
}

function publishingOf(product: Outside): Resources {
  const attempts = attemptsOf(product);
  return {
    'webhooks/attempts': attempts,
    'webhooks/redeliver': {
      ...attempts,
      idInPath: async (owner, id) =>
        (await owner.get('/webhooks/attempts/{id}', { params: { path: { id } } })).delivery_id,
    },
    webhooks: {
      make: async (owner) => {
        const url = `${product.outside.url}/hook/${(count += 1)}`;
        return (await owner.post('/webhooks/add', { body: { url, events: ['review.created'] } })).id;
      },
      read: async (owner, id) => [
        await owner.get('/webhooks/get/{id}', { params: { path: { id } } }),
        await owner.get('/webhooks/deliveries/{id}', { params: { path: { id } } }),
      ],
    },
    widgets: {
      make: async (owner) => (await owner.post('/widgets/add', { body: { type: 'carousel' } })).id,
      read: (owner, id) => owner.get('/widgets/get/{id}', { params: { path: { id } } }),
    },
  };
}

const INVITATIONS: Resources = {
  'invite/requests': {
    make: async (owner) => {
      const body = { recipient: `person${(count += 1)}@example.com`, name: 'Ida' };
      return (await owner.post('/invite/requests/add', { body })).id;
    },
    read: async (owner, id) => [
      await owner.get('/invite/requests/get/{id}', { params: { path: { id } } }),
      await owner.get('/invite/requests/activity/{id}', { params: { path: { id } } }),
    ],
  },
  'invite/settings': {
    make: async (owner) => {
      const settings = { name: `Profile ${(count += 1)}`, review_url: 'https://reviews.example.com/write' };
      return (await owner.post('/invite/settings/add', { body: { settings } })).id;
    },
    read: (owner, id) => owner.get('/invite/settings/get', { params: { query: { settings_id: id } } }),
  },
  'invite/suppressions': {
    make: async (owner) => {
      const body = { recipient: `nobody${(count += 1)}@example.org` };
      return (await owner.post('/invite/suppressions/add', { body })).id;
    },
    read: async (owner, id) =>
      (await owner.get('/invite/suppressions/get')).items.find((one) => one.id === id),
  },
};

/** A fuse is blown by many bounces, so it is stored as if they had come. */
function fusesOf({ world }: Outside): Resources {
  return {
    'invite/fuses': {
      make: async (owner) => {
        const request = await INVITATIONS['invite/requests']!.make(owner);
        const [fuse] = await world.admin.query<{ id: string }>(
          `insert into invitations.bounce_fuses (account_id, sub_account_id, server, counted_from, blown_on, mails, gone)
           select account_id, sub_account_id, $2, now(), now(), 30, 12 from invitations.requests where id = $1 returning id`,
          [request, `server${(count += 1)}.example.com`],
        );
        return Number(fuse!.id);
      },
      read: async (owner, id) =>
        (await owner.get('/invite/sending/status')).fuses.find((one) => one.id === id),
    },
  };
}

const ADMINISTRATION: Resources = {
  'users/{id}/invite': {
    make: async (owner) => {
      const email = `invited${(count += 1)}@example.com`;
      return (await owner.post('/users', { body: { email, invite: true } })).id;
    },
    read: (owner, id) => owner.get('/users/{id}', { params: { path: { id } } }),
  },
  users: {
    make: async (owner) => {
      const email = `user${(count += 1)}@example.com`;
      return (await owner.post('/users', { body: { email, password: PASSWORD } })).id;
    },
    read: (owner, id) => owner.get('/users/{id}', { params: { path: { id } } }),
  },
  account: {
    make: async (owner) =>
      (await owner.post('/account/subaccount', { body: { name: `Branch ${(count += 1)}` } })).id,
    read: async (owner, id) => (await owner.get('/account/subaccounts')).find((one) => one.id === id),
  },
  keys: {
    make: async (owner) => (await owner.post('/keys', { body: { name: `Key ${(count += 1)}` } })).id,
    read: async (owner, id) => (await owner.get('/keys')).keys.find((one) => one.id === id),
  },
};

/** Only a person in a browser connects an app. This makes the row of one from that of a key. */
function appsOf({ world }: Outside): Resources {
  return {
    apps: {
      make: async (owner) => {
        const { id } = await owner.post('/keys', {
          body: { name: `App ${(count += 1)}`, scopes: ['reviews:read'] },
        });
        await world.admin.query(
          `update gateway.keys set created_by_type = 'user', created_by_user_id = 1, oauth_grant_id = 'access ' || id,
             oauth_client_id = 'app ' || id, oauth_registered = 'dynamic', oauth_host = 'app.example.com' where id = $1`,
          [id],
        );
        return id;
      },
      read: async (owner, id) => (await owner.get('/apps')).items.find((one) => one.id === id),
    },
  };
}
