import { eventually } from '@plaudit/testing';
import { SendingWorld } from './sending-world.suite';

let world: SendingWorld;
beforeAll(async () => (world = await SendingWorld.start({ SMTP_UNKNOWN: 'retry' })));
afterAll(() => world.close());

describe('Two attempts of one request whose answers come together', () => {
  it('are recorded once, by the one that has the lease', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    world.smtp.follow({ held });
    const tenant = await world.tenant();
    const recipient = 'together@example.org';
    const [id] = await world.queue(tenant, [{ recipient }]);
    await world.begun(id!);
    await world.expireLeases();
    await world.deferred(id!);
    await world.makeDue(id!);
    await world.begun(id!);
    await eventually(
      () => world.smtp.messageIdsTo(recipient),
      (mails) => mails.length === 2,
      'both attempts to wait for the answer',
    );
    answer();
    expect(await world.reached(id!, 'sent')).toMatchObject({ attempts: 2, delivery: 'confirmed' });
    expect((await world.activity(id!)).map(({ type }) => type)).toEqual(['deferred', 'sent']);
    expect(await world.events(id!)).toEqual(['invite.sent']);
  });
});
