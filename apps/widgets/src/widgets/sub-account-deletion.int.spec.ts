import { accountSubAccountDeleted, type Principal, UNLIMITED, widgetChanged } from '@plaudit/contracts';
import { buildEvent, type Caller, eventually, startWorld, type World } from '@plaudit/testing';
import { ReviewsStub } from '../embed/fixtures/reviews-stub';
import { widgetsService } from '../service';

describe('widgets of a deleted sub account', () => {
  let world: World;
  let reviews: ReviewsStub;

  beforeAll(async () => {
    reviews = await ReviewsStub.start();
    world = await startWorld({
      services: [{ definition: widgetsService, settings: { REVIEWS_URL: reviews.url } }],
    });
  });
  afterAll(async () => {
    await world.close();
    await reviews.close();
  });

  function as(sub_account_id: number, principal: Partial<Principal> = {}): Caller {
    return world.as({ sub_account_id, main: false, ...principal });
  }

  async function add(
    api: Caller,
  ): Promise<{ status: number; body: { id: number; key: string; active: boolean } }> {
    return api.post('widgets', '/public/v1/widgets/add', { body: { type: 'list' } });
  }

  async function close(id: number, accountid = 1): Promise<void> {
    const event = buildEvent(accountSubAccountDeleted, { accountid, subaccountid: id, data: { id } });
    await world.publish(event);
    await eventually(
      () => world.admin.query('select from widgets.inbox where event_id = $1', [event.id]),
      (rows) => rows.length === 1,
      'the event to be handled',
    );
  }

  async function isShown(key: string): Promise<boolean> {
    const { body } = await world.as({ scopes: ['public'] }).get('widgets', `/embed/v1/widgets/${key}.json`);
    return body.active !== false;
  }

  it('deactivates active widgets and publishes each change once', async () => {
    const recorder = await world.recorder('widget.>');
    const [gone, kept] = [(await add(as(11))).body, (await add(as(12))).body];
    const off = (await add(as(11))).body;
    await as(11).put('widgets', `/public/v1/widgets/update/${off.id}`, { body: { active: false } });
    expect([await isShown(gone.key), await isShown(kept.key)]).toEqual([true, true]);
    await close(11);
    await close(11);
    expect([await isShown(gone.key), await isShown(kept.key)]).toEqual([false, true]);
    const events = await recorder.waitFor(widgetChanged, 5);
    expect(events.filter(({ data }) => data.id === gone.id).map(({ data }) => data.active)).toEqual([
      true,
      false,
    ]);
    expect(events.filter(({ data }) => data.id === off.id)).toHaveLength(2);
  });

  it('keeps widgets inactive when a request arrives late', async () => {
    const known = (await add(as(21))).body;
    await close(21);
    expect((await add(as(21))).body.active).toBe(false);
    const updated = await as(21).put('widgets', `/public/v1/widgets/update/${known.id}`, {
      body: { active: true },
    });
    expect(updated.body.active).toBe(false);
    expect(await isShown(known.key)).toBe(false);
  });

  it('stops counting the widgets against the plan', async () => {
    const principal = { account_id: 7, limits: { ...UNLIMITED, widgets: 1 } };
    expect((await add(as(31, principal))).status).toBe(201);
    expect((await add(as(32, principal))).status).toBe(422);
    await close(31, 7);
    expect((await add(as(32, principal))).status).toBe(201);
  });
});
