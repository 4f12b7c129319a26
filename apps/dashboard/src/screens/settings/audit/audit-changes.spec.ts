import { changedFields, splitRequest, targetName, withoutName } from './audit-changes';

describe('the changed fields of an audit entry', () => {
  it('have their values before and after, and leave out equal ones', () => {
    expect(changedFields({ role: 'user', name: 'Noa' }, { role: 'editor', name: 'Noa' })).toEqual([
      { field: 'role', before: 'user', after: 'editor' },
    ]);
  });

  it('of a new object were nothing, and of a deleted one are nothing', () => {
    expect(changedFields(null, { name: 'Website' })).toEqual([
      { field: 'name', before: null, after: 'Website' },
    ]);
    expect(changedFields({ name: 'Website' }, null)).toEqual([
      { field: 'name', before: 'Website', after: null },
    ]);
    expect(changedFields(null, null)).toEqual([]);
  });

  it('of a new or deleted object leave out what has no value', () => {
    expect(changedFields(null, { limits: { channels: null } })).toEqual([]);
    expect(changedFields({ website: null }, null)).toEqual([]);
  });

  it('tell null, false and an empty text from a field that is missing', () => {
    expect(changedFields({ website: null, on: true }, { website: '', on: false })).toEqual([
      { field: 'website', before: 'null', after: '' },
      { field: 'on', before: 'true', after: 'false' },
    ]);
  });

  it('name nested fields by their path and compare lists as a whole', () => {
    expect(
      changedFields(
        { limits: { users: 5, keys: 2 }, scopes: ['a'] },
        { limits: { users: 9, keys: 2 }, scopes: [] },
      ),
    ).toEqual([
      { field: 'limits.users', before: '5', after: '9' },
      { field: 'scopes', before: '["a"]', after: '[]' },
    ]);
  });

  it('cut long values', () => {
    const [change] = changedFields(null, { css: 'x'.repeat(5000) });
    expect(change?.after).toHaveLength(201);
  });
});

describe('the facts of a request', () => {
  it('are apart from the changes that it made', () => {
    const { changes, request } = splitRequest(
      changedFields({ url: 'a' }, { url: 'b', route: '/webhooks/update/{id}', method: 'PUT', status: 200 }),
    );
    expect(changes.map(({ field }) => field)).toEqual(['url']);
    expect(request.map(({ field }) => field)).toEqual(['route', 'method', 'status']);
  });

  it('are none in an entry without a route, whose status may be a field of the object', () => {
    const { changes, request } = splitRequest(changedFields({ status: 'pending' }, { status: 'verified' }));
    expect(changes).toHaveLength(1);
    expect(request).toEqual([]);
  });
});

describe('how a person signed in', () => {
  it('is a fact and no change, unlike a host that changed', () => {
    const { changes, request } = splitRequest(
      changedFields(null, { by: 'link', host: 'a.example', email: 'b' }),
    );
    expect([changes, request].map((list) => list.map(({ field }) => field))).toEqual([
      ['email'],
      ['by', 'host'],
    ]);
    expect(splitRequest(changedFields({ host: 'a' }, { host: 'b' })).changes).toHaveLength(1);
  });
});

describe('the name in a sentence', () => {
  it('is not among the changes of a new or deleted object, and stays if it changed', () => {
    expect(withoutName(changedFields(null, { name: 'Website', role: 'user' }), 'Website')).toHaveLength(1);
    expect(withoutName(changedFields({ email: 'noa@example.com' }, null), 'noa@example.com')).toEqual([]);
    expect(withoutName(changedFields({ name: 'Old' }, { name: 'New' }), 'New')).toHaveLength(1);
  });
});

describe('the name of what an audit entry is about', () => {
  it('is the one after the change, or else the one before', () => {
    expect(targetName({ name: 'Old' }, { name: 'New' })).toBe('New');
    expect(targetName({ email: 'noa@example.com' }, null)).toBe('noa@example.com');
    expect(targetName({ name: 7 }, { role: 'user' })).toBeNull();
  });
});
