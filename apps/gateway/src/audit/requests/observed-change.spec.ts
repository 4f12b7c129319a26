import { idIn, nameIn, observedChange, routeOf } from './observed-change';

describe('observedChange', () => {
  it.each([
    ['POST', '/public/v1/webhooks/add', 'webhook.created', 'webhook', null],
    ['PUT', '/public/v1/webhooks/update/7', 'webhook.updated', 'webhook', 7],
    ['POST', '/public/v1/webhooks/rotate_secret/7', 'webhook.secret_rotated', 'webhook', 7],
    ['DELETE', '/public/v1/channels/delete/42', 'channel.deleted', 'channel', 42],
    ['PUT', '/public/v1/widgets/update/9', 'widget.updated', 'widget', 9],
    ['POST', '/public/v1/widgets/duplicate/9', 'widget.changed', 'widget', 9],
    ['POST', '/public/v1/widgets/constructor/9', 'widget.changed', 'widget', 9],
    ['PATCH', '/public/v1/webhooks/update/nine', 'webhook.updated', 'webhook', null],
    ['GET', '/public/v1/reviews/export', 'review.exported', 'review', null],
    ['POST', '/public/v1/invite/settings/add', 'invite_settings.created', 'invite_settings', null],
    ['PUT', '/public/v1/invite/settings/update/12', 'invite_settings.updated', 'invite_settings', 12],
    ['DELETE', '/public/v1/invite/settings/delete/12', 'invite_settings.deleted', 'invite_settings', 12],
    ['PUT', '/public/v1/account/ai', 'ai_settings.updated', 'ai_settings', null],
  ])('reads %s %s as %s', (method, path, action, targetType, targetId) => {
    expect(observedChange(method, path)).toEqual({ action, targetType, targetId });
  });

  it.each([
    ['GET', '/public/v1/webhooks/get/7'],
    ['GET', '/public/v1/reviews/exports'],
    ['GET', '/public/v1/reviews/get'],
    ['HEAD', '/public/v1/widgets/get'],
    ['GET', '/public/v1/webhooks/update/7'],
    ['POST', '/public/v1/channels/refresh/7'],
    ['POST', '/public/v1/channels/check'],
    ['POST', '/public/v1/channels/discover'],
    ['POST', '/public/v1/channels/ai/summary/7'],
    ['GET', '/public/v1/account/ai'],
    ['POST', '/public/v1/account/ai/test'],
    ['POST', '/public/v1/webhooks/test/7'],
    ['POST', '/public/v1/widgets/preview'],
    ['POST', '/public/v1/webhooks/recover/7'],
    ['POST', '/public/v1/webhooks/redeliver/dlv_7'],
    ['POST', '/public/v1/reviews/add'],
    ['PUT', '/public/v1/users/7'],
    ['POST', '/public/v1/webhooksx/add'],
    ['POST', '/embed/v1/widgets/add'],
  ])('reads no change from %s %s', (method, path) => {
    expect(observedChange(method, path)).toBeNull();
  });
});

describe('routeOf', () => {
  it.each([
    ['/public/v1/webhooks/update/7', '/webhooks/update/{id}'],
    ['/public/v1/users', '/users'],
    ['/public/v1/users/noa@example.com', '/users/{id}'],
    ['/public/v1/channels/types/Noa%20Bergman', '/channels/types/{id}'],
    ['/app/sessions/12', '/app/sessions/{id}'],
    [`/public/v1/reviews/${'a'.repeat(31)}`, '/reviews/{id}'],
    [`/public/v1${'/a'.repeat(20)}`, '/a/a/a/a/a/a'],
    ['', '/'],
  ])('replaces in %j every segment that is not a plain word', (path, route) => {
    expect(routeOf(path)).toBe(route);
  });
});

describe('idIn', () => {
  it.each([
    [{ id: 7, secret: 'x' }, 7],
    [{ success: true, channel: { id: 42 } }, 42],
    [{ id: '7' }, null],
    [{ id: 1.5 }, null],
    [{ channel: null }, null],
    [null, null],
    [undefined, null],
    ['text', null],
  ])('finds in %j the id %j', (body, id) => {
    expect(idIn(body)).toBe(id);
  });
});

describe('nameIn', () => {
  it.each([
    [{ id: 7, name: 'Website' }, 'Website'],
    [{ success: true, channel: { id: 42, name: 'Bakery' } }, 'Bakery'],
    [{ id: 7, name: 'x'.repeat(500) }, 'x'.repeat(191)],
    [{ id: 7, name: '' }, null],
    [{ name: 7 }, null],
    [{ channel: null }, null],
    [null, null],
    ['text', null],
  ])('finds in %j the name %j', (body, name) => {
    expect(nameIn(body)).toBe(name);
  });
});
