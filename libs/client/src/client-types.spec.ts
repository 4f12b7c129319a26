import { PlauditClient, type Schema, type WidgetSettings, type WidgetSettingsInput } from './client';

/** The compiler is the test. Nothing is sent. */
describe('a request of the typed client', () => {
  const client = new PlauditClient({ baseUrl: 'http://localhost', apiKey: 'rk_none' });

  it('needs either a key or a session', () => {
    const never = (): unknown[] => [
      new PlauditClient({ baseUrl: 'http://localhost', session: { subAccountId: 1 } }),
      // @ts-expect-error neither a key nor a session
      new PlauditClient({ baseUrl: 'http://localhost' }),
      // @ts-expect-error both
      new PlauditClient({ baseUrl: 'http://localhost', apiKey: 'rk_none', session: { subAccountId: 1 } }),
    ];
    expect(never).toBeInstanceOf(Function);
  });

  it('is type-checked', () => {
    const never = (): unknown[] => [
      // @ts-expect-error there is no such path
      client.get('/reviews/nowhere'),
      // @ts-expect-error this path has no GET
      client.get('/reviews/add'),
      // @ts-expect-error the id is missing
      client.get('/reviews/get/{id}'),
      // @ts-expect-error an id is a number
      client.get('/reviews/get/{id}', { params: { path: { id: 'seven' } } }),
      // @ts-expect-error text is missing
      client.post('/reviews/add', { body: { from_name: 'Ida', posted_on: '2026-01-02' } }),
      // @ts-expect-error an answer has no such field
      client.get('/hello').then(({ nothing }) => nothing),
    ];
    expect(never).toBeInstanceOf(Function);
  });

  it('returns text where the response is text', () => {
    const never = (): Promise<string>[] => [
      client.get('/reviews/export', { parseAs: 'text' }),
      client.get('/account/audit.csv', { parseAs: 'text' }),
    ];
    expect(never).toBeInstanceOf(Function);
  });

  it('may leave every optional field out', () => {
    const never = (): unknown[] => [
      client.post('/keys', { body: { name: 'Website' } }),
      client.post('/users', { body: { email: 'ida@example.com', password: 'correct horse' } }),
      client.post('/reviews/add', { body: { from_name: 'Ida', text: 'Good.', posted_on: '2026-01-02' } }),
      client.post('/reviews/add_bulk', { body: { reviews: [] } }),
      client.post('/widgets/add', { body: { type: 'list' } }),
      client.put('/widgets/update/{id}', { params: { path: { id: 7 } }, body: {} }),
    ];
    expect(never).toBeInstanceOf(Function);
  });

  it('has the settings of the type of a widget', () => {
    const input: WidgetSettingsInput<'list'> = { layout: { show_search: true }, header: { title: null } };
    // @ts-expect-error a list has no arrows
    const wrong: WidgetSettingsInput<'list'> = { layout: { arrows: true } };
    const shown = (widget: Schema<'Widget'>): boolean =>
      widget.type === 'list' ? widget.settings.layout.show_search : widget.active;
    const complete = (settings: WidgetSettings<'carousel'>): number => settings.layout.columns.desktop;
    expect([input, wrong, shown, complete]).toHaveLength(4);
  });
});
