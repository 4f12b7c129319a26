import type { PlauditClient } from '@plaudit/client';
import { operationsOf } from '@plaudit/runtime';
import type { ProductWorld } from './product-world.suite';
import { resourcesOf, uniqueBodies } from './resources.suite';
import { resolve } from './schema-fields.suite';

type Json = Record<string, unknown>;

/** An object that a PUT changes. */
interface Changeable {
  /** Creates it and returns its id. A single object of the account has none. */
  make?: (owner: PlauditClient) => Promise<number>;
  /** The operation that reads it: one object, or a list that has it. */
  read: string;
  /** The operation that adds such an object. */
  add?: string;
}

interface Answer {
  status: number;
  body: Json;
}

/** PUT operations whose body is not the object that a GET returns. */
const NO_OBJECT = ['PUT /reviews/update_bulk', 'PUT /invite/requests/reviewed/{id}'];

/** What others change meanwhile. */
const PASSING = ['updated_on', 'last_used_on', 'next_crawl_on'];

const FULL_REVIEW = {
  from_name: 'Ida Example',
  text: 'Bread & "cake" &amp; 1 < 2.',
  posted_on: '2026-01-02 03:04:05',
  rating_value: 8.5,
  rating_scale: 10,
  status: 'approved',
  tags: ['bread', 'Coffee'],
  additional: { order: 'A-17' },
  media: [{ type: 'image', url: 'https://cdn.example.com/photo.jpg' }],
  from_image: 'https://cdn.example.com/ida.jpg',
  post_url: 'https://example.com/reviews/77',
  language: 'en',
};

const SINGLE: Readonly<Record<string, string>> = {
  'PUT /account': 'GET /account',
  'PUT /account/ai': 'GET /account/ai',
  'PUT /reports/settings': 'GET /reports/settings',
  'PUT /apps/policy': 'GET /apps/policy',
};

/** Every PUT takes what its GET returns, and null as its POST takes it. */
export function sentBackRules(productOf: () => ProductWorld): void {
  const at = (path: string): string => `${productOf().world.url('gateway')}/public/v1${path}`;

  async function send(operation: string, id: number | null, body?: object): Promise<Answer> {
    const [method = '', path = ''] = operation.split(' ');
    const request = new Request(at(path.replace(/\{\w+\}/, String(id))), {
      method,
      headers: { authorization: `Bearer ${productOf().apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const response = await productOf().answers.fetch(request);
    return { status: response.status, body: (await response.json()) as Json };
  }

  /** Returns the object without what may change meanwhile. */
  async function read({ read: operation }: Changeable, id: number | null): Promise<Json> {
    const asked = operation.includes('?') ? operation + String(id) : operation;
    const { body } = await send(asked, id);
    const lists = [body, ...Object.values(body)].filter((value) => Array.isArray(value)) as Json[][];
    const isOne = operation.includes('{') || operation.includes('?') || id === null;
    const found = isOne ? body : lists.flat().find((one) => one.id === id);
    if (!found) throw new Error(`${operation} has no ${id}`);
    return Object.fromEntries(Object.entries(found).filter(([name]) => !PASSING.includes(name)));
  }

  function changeables(): Record<string, Changeable[]> {
    const resources = resourcesOf(productOf());
    const made = (name: string, rest: Omit<Changeable, 'make'>): Changeable => ({
      make: (owner) => resources[name]!.make(owner),
      ...rest,
    });
    const reviews = { read: 'GET /reviews/get/{id}', add: 'POST /reviews/add' };
    const collected = async (owner: PlauditClient): Promise<number> => {
      const channel = await resources.channels!.make(owner);
      const query = { channels: String(channel) };
      return (await owner.get('/reviews/get', { params: { query } })).items[0]!.id;
    };
    const single = Object.entries(SINGLE).map(([put, get]) => [put, [{ read: get }]] as const);
    return {
      ...Object.fromEntries(single),
      'PUT /reviews/update/{id}': [
        made('reviews', reviews),
        {
          ...reviews,
          make: async (owner) => (await owner.post('/reviews/add', { body: FULL_REVIEW as never })).id,
        },
        { ...reviews, make: collected },
      ],
      'PUT /reviews/views/{id}': [
        made('reviews/views', { read: 'GET /reviews/views', add: 'POST /reviews/views' }),
      ],
      'PUT /sources/{id}': [made('sources', { read: 'GET /sources', add: 'POST /sources' })],
      'PUT /tags/{id}': [made('tags', { read: 'GET /tags', add: 'POST /tags' })],
      'PUT /groups/{id}': [made('groups', { read: 'GET /groups', add: 'POST /groups' })],
      'PUT /channels/update/{id}': [made('channels/import', { read: 'GET /channels/get/{id}' })],
      'PUT /invite/requests/update/{id}': [
        made('invite/requests', { read: 'GET /invite/requests/get/{id}', add: 'POST /invite/requests/add' }),
      ],
      'PUT /invite/settings/update/{settings_id}': [
        made('invite/settings', {
          read: 'GET /invite/settings/get?settings_id=',
          add: 'POST /invite/settings/add',
        }),
      ],
      'PUT /widgets/update/{id}': [
        made('widgets', { read: 'GET /widgets/get/{id}', add: 'POST /widgets/add' }),
      ],
      'PUT /webhooks/update/{id}': [
        made('webhooks', { read: 'GET /webhooks/get/{id}', add: 'POST /webhooks/add' }),
      ],
      'PUT /account/subaccount/{id}': [
        made('account', { read: 'GET /account/subaccounts', add: 'POST /account/subaccount' }),
      ],
      'PUT /users/{id}': [made('users', { read: 'GET /users/{id}', add: 'POST /users' })],
      'PUT /keys/{id}': [made('keys', { read: 'GET /keys', add: 'POST /keys' })],
    };
  }

  function fieldsOf(operation: string): string[] {
    const { document } = productOf();
    const found = operationsOf(document).find(
      ({ method, path }) => `${method.toUpperCase()} ${path}` === operation,
    );
    const schema = found?.operation.requestBody?.content['application/json']?.schema;
    return Object.keys(resolve(document, schema).properties ?? {});
  }

  let count = 0;

  /** Returns a body that adds an object, for a value of a field that is tried. */
  function newBody(operation: string, field: string): Json {
    const n = 7_000 + (count += 1);
    const more: Record<string, object> = {
      'POST /reviews/views': { name: `View ${n}`, filters: { status: 'inbox' } },
      'POST /widgets/add': { type: 'list' },
      'POST /account/subaccount': { name: `Branch ${n}` },
    };
    const body = more[operation] ?? uniqueBodies(productOf().outside.url, n)[operation];
    return { ...body, [field]: null };
  }

  it('has a case for every PUT of an object', () => {
    const puts = operationsOf(productOf().document)
      .filter(({ method, path }) => method === 'put' && !path.startsWith('/profiles/'))
      .map(({ path }) => `PUT ${path}`);
    expect(Object.keys(changeables()).sort()).toEqual(puts.filter((put) => !NO_OBJECT.includes(put)).sort());
  });

  it('takes an object as it was read and changes nothing', async () => {
    for (const [put, cases] of Object.entries(changeables())) {
      for (const changeable of cases) {
        const id = (await changeable.make?.(productOf().admin)) ?? null;
        const before = await read(changeable, id);
        const answer = await send(put, id, before);
        expect({ put, status: answer.status, msg: answer.body.msg }).toEqual({ put, status: 200 });
        expect({ put, is: await read(changeable, id) }).toEqual({ put, is: before });
      }
    }
  }, 240_000);

  it('takes null for a field, or refuses it with the name of the field, alike in PUT and POST', async () => {
    const surprises: string[] = [];
    for (const [put, [changeable]] of Object.entries(changeables())) {
      const { add } = changeable!;
      const adds = add ? fieldsOf(add) : [];
      const id = (await changeable!.make?.(productOf().admin)) ?? null;
      for (const field of fieldsOf(put)) {
        const changed = await send(put, id, { ...(await read(changeable!, id)), [field]: null });
        const seen = [`PUT ${field}: ${verdictOf(changed, field)}`];
        if (add && adds.includes(field)) {
          const added = await send(add, null, newBody(add, field));
          seen.push(`POST ${field}: ${verdictOf(added, field)}`);
        }
        const verdicts = new Set(seen.map((line) => line.split(': ')[1]));
        if (verdicts.size > 1 || ![...verdicts].every((one) => one === 'taken' || one === 'refused'))
          surprises.push(`${put}: ${seen.join(', ')}`);
      }
    }
    expect(surprises).toEqual([]);
  }, 240_000);
}

function verdictOf({ status, body }: Answer, field: string): string {
  if (status < 300) return 'taken';
  const isNamed = (status === 400 || status === 422) && String(body.field).split(/[.[]/)[0] === field;
  return isNamed ? 'refused' : `${status} ${String(body.field)} ${String(body.msg)}`;
}
