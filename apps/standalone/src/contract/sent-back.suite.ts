import { isDeepStrictEqual } from 'node:util';
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
  'PUT /reviews/ai/settings': 'GET /reviews/ai/settings',
  'PUT /apps/policy': 'GET /apps/policy',
};

/** Sends objects back as they were read, to the operations that change them. */
export class SentBack {
  private count = 0;

  constructor(private readonly product: ProductWorld) {}

  /** Returns the PUT operations that have no case here, and the cases that no operation has. */
  uncovered(): string[] {
    const puts = operationsOf(this.product.document)
      .filter(({ method, path }) => method === 'put' && !path.startsWith('/profiles/'))
      .map(({ path }) => `PUT ${path}`)
      .filter((put) => !NO_OBJECT.includes(put));
    const cases = Object.keys(this.changeables());
    return [...puts.filter((put) => !cases.includes(put)), ...cases.filter((put) => !puts.includes(put))];
  }

  /** Returns the objects that a PUT of what was read changes or refuses. */
  async changed(): Promise<string[]> {
    const surprises: string[] = [];
    for (const [put, cases] of Object.entries(this.changeables())) {
      for (const changeable of cases) {
        const id = (await changeable.make?.(this.product.admin)) ?? null;
        const before = await this.read(changeable, id);
        const { status, body } = await this.send(put, id, before);
        if (status !== 200) surprises.push(`${put}: ${status} ${String(body.msg)}`);
        const after = await this.read(changeable, id);
        const differs = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
          (name) => !isDeepStrictEqual(before[name], after[name]),
        );
        if (differs.length > 0) surprises.push(`${put} changes ${differs.join(', ')}`);
      }
    }
    return surprises;
  }

  /** Returns the fields whose null is neither taken nor refused with their name, and those that PUT and POST treat differently. */
  async nulls(): Promise<string[]> {
    const surprises: string[] = [];
    for (const [put, [changeable]] of Object.entries(this.changeables())) {
      const { add } = changeable!;
      const adds = add ? this.fieldsOf(add) : [];
      const id = (await changeable!.make?.(this.product.admin)) ?? null;
      for (const field of this.fieldsOf(put)) {
        const changed = await this.send(put, id, { ...(await this.read(changeable!, id)), [field]: null });
        const verdicts = [verdictOf(changed, field)];
        if (add && adds.includes(field))
          verdicts.push(verdictOf(await this.send(add, null, this.newBody(add, field)), field));
        const isAlike = new Set(verdicts).size === 1 && ['taken', 'refused'].includes(verdicts[0]!);
        if (!isAlike) surprises.push(`${put}, ${field}: ${verdicts.join(', POST ')}`);
      }
    }
    return surprises;
  }

  private async send(operation: string, id: number | null, body?: object): Promise<Answer> {
    const [method = '', path = ''] = operation.split(' ');
    const url = `${this.product.world.url('gateway')}/public/v1${path.replace(/\{\w+\}/, String(id))}`;
    const request = new Request(url, {
      method,
      headers: { authorization: `Bearer ${this.product.apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const response = await this.product.answers.fetch(request);
    return { status: response.status, body: (await response.json()) as Json };
  }

  /** Returns the object without what may change meanwhile. */
  private async read({ read: operation }: Changeable, id: number | null): Promise<Json> {
    const asked = operation.includes('?') ? operation + String(id) : operation;
    const { body } = await this.send(asked, id);
    const lists = [body, ...Object.values(body)].filter((value) => Array.isArray(value)) as Json[][];
    const isOne = operation.includes('{') || operation.includes('?') || id === null;
    const found = isOne ? body : lists.flat().find((one) => one.id === id);
    if (!found) throw new Error(`${operation} has no ${id}`);
    return Object.fromEntries(Object.entries(found).filter(([name]) => !PASSING.includes(name)));
  }

  /** Returns the objects that each PUT changes. */
  private changeables(): Record<string, Changeable[]> {
    const single = Object.entries(SINGLE).map(([put, get]) => [put, [{ read: get }]] as const);
    return {
      ...Object.fromEntries(single),
      'PUT /reviews/update/{id}': this.reviews(),
      'PUT /reviews/views/{id}': [
        { make: this.make('reviews/views'), read: 'GET /reviews/views', add: 'POST /reviews/views' },
      ],
      'PUT /sources/{id}': [{ make: this.make('sources'), read: 'GET /sources', add: 'POST /sources' }],
      'PUT /tags/{id}': [{ make: this.make('tags'), read: 'GET /tags', add: 'POST /tags' }],
      'PUT /groups/{id}': [{ make: this.make('groups'), read: 'GET /groups', add: 'POST /groups' }],
      'PUT /channels/update/{id}': [{ make: this.make('channels/import'), read: 'GET /channels/get/{id}' }],
      'PUT /invite/requests/update/{id}': [
        {
          make: this.make('invite/requests'),
          read: 'GET /invite/requests/get/{id}',
          add: 'POST /invite/requests/add',
        },
      ],
      'PUT /invite/settings/update/{settings_id}': [
        {
          make: this.make('invite/settings'),
          read: 'GET /invite/settings/get?settings_id=',
          add: 'POST /invite/settings/add',
        },
      ],
      'PUT /widgets/update/{id}': [
        { make: this.make('widgets'), read: 'GET /widgets/get/{id}', add: 'POST /widgets/add' },
      ],
      'PUT /webhooks/update/{id}': [
        { make: this.make('webhooks'), read: 'GET /webhooks/get/{id}', add: 'POST /webhooks/add' },
      ],
      'PUT /account/subaccount/{id}': [
        { make: this.make('account'), read: 'GET /account/subaccounts', add: 'POST /account/subaccount' },
      ],
      'PUT /users/{id}': [{ make: this.make('users'), read: 'GET /users/{id}', add: 'POST /users' }],
      'PUT /keys/{id}': [{ make: this.make('keys'), read: 'GET /keys', add: 'POST /keys' }],
    };
  }

  /** Returns a review that has only what it needs, one with every field, and one that was collected. */
  private reviews(): Changeable[] {
    const reviews = { read: 'GET /reviews/get/{id}', add: 'POST /reviews/add' };
    return [
      { ...reviews, make: this.make('reviews') },
      {
        ...reviews,
        make: async (owner) => (await owner.post('/reviews/add', { body: FULL_REVIEW as never })).id,
      },
      {
        ...reviews,
        make: async (owner) => {
          const query = { channels: String(await this.make('channels')(owner)) };
          return (await owner.get('/reviews/get', { params: { query } })).items[0]!.id;
        },
      },
    ];
  }

  private make(name: string): (owner: PlauditClient) => Promise<number> {
    return (owner) => resourcesOf(this.product)[name]!.make(owner);
  }

  private fieldsOf(operation: string): string[] {
    const { document } = this.product;
    const found = operationsOf(document).find(
      ({ method, path }) => `${method.toUpperCase()} ${path}` === operation,
    );
    const schema = found?.operation.requestBody?.content['application/json']?.schema;
    return Object.keys(resolve(document, schema).properties ?? {});
  }

  /** Returns a body that adds an object, for a value of a field that is tried. */
  private newBody(operation: string, field: string): Json {
    const n = 7_000 + (this.count += 1);
    const more: Record<string, object> = {
      'POST /reviews/views': { name: `View ${n}`, filters: { status: 'inbox' } },
      'POST /widgets/add': { type: 'list' },
      'POST /account/subaccount': { name: `Branch ${n}` },
    };
    const body = more[operation] ?? uniqueBodies(this.product.outside.url, n)[operation];
    return { ...body, [field]: null };
  }
}

function verdictOf({ status, body }: Answer, field: string): string {
  if (status < 300) return 'taken';
  const isNamed = (status === 400 || status === 422) && String(body.field).split(/[.[]/)[0] === field;
  return isNamed ? 'refused' : `${status} ${String(body.field)} ${String(body.msg)}`;
}
