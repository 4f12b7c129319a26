import { NatsReach } from './nats-reach';

const TIMEOUT_MS = 5_000;

describe('NatsReach', () => {
  let reach: NatsReach;

  beforeEach(() => {
    reach = new NatsReach(0);
    reach.changed(true, 0);
  });

  it('allows to take the lead only while it is connected', () => {
    expect(reach.mayTakeLead(0)).toBe(true);
    reach.changed(false, 1_000);
    expect(reach.mayTakeLead(1_000)).toBe(false);
  });

  it('keeps the lead during an interruption of less than three seconds', () => {
    reach.changed(false, 1_000);
    expect(reach.mustGiveUpLead(3_999)).toBe(false);
    reach.changed(true, 3_999);
    expect(reach.mustGiveUpLead(60_000)).toBe(false);
  });

  it('gives up the lead after three seconds without a connection', () => {
    reach.changed(false, 1_000);
    reach.changed(false, 3_000);
    expect(reach.mustGiveUpLead(4_000)).toBe(true);
    reach.gaveUpLead(4_000);
    reach.changed(true, 5_000);
    expect(reach.mayTakeLead(6_999)).toBe(false);
    expect(reach.mayTakeLead(7_000)).toBe(true);
  });

  it('gives up the lead after eight seconds without a response on an open connection', () => {
    reach.timedOut(TIMEOUT_MS, 5_000);
    expect(reach.mustGiveUpLead(7_999)).toBe(false);
    expect(reach.mustGiveUpLead(8_000)).toBe(true);
    reach.gaveUpLead(8_000);
    expect(reach.mayTakeLead(8_000)).toBe(false);
    expect(reach.mayTakeLead(11_000)).toBe(true);
  });

  it('keeps the lead if the stream responds between two timeouts', () => {
    reach.timedOut(TIMEOUT_MS, 5_000);
    reach.responded();
    reach.timedOut(TIMEOUT_MS, 12_000);
    expect(reach.mustGiveUpLead(12_000)).toBe(false);
  });
});
